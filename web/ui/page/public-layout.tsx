import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { PublicHeader } from "#web/ui/page/brand.tsx";
import { HarborArt } from "#web/ui/page/harbor-art.tsx";
import { useStartAtTop } from "#web/ui/page/use-start-at-top.ts";

interface PublicLayoutProps {
  title: string;
  description?: ReactNode;
  /** Content above the title, such as the progress. */
  topContent?: ReactNode;
  /** Set for forms with several columns. The illustration is then a strip at the top on all screens. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * The layout without a sidebar and top bar: a form next to the illustration, or below it on small screens.
 */
export function PublicLayout({
  title,
  description,
  topContent,
  isWide = false,
  children,
}: PublicLayoutProps) {
  useStartAtTop(title);
  return (
    <div
      className={classes(
        "grid min-h-dvh grid-rows-[7.5rem_1fr] bg-surface [@media(height<500px)]:grid-rows-[4rem_1fr]",
        !isWide && "lg:grid-cols-[35rem_1fr] lg:grid-rows-[auto_1fr]!",
      )}
    >
      <title>{`${title} · Property Management Portal`}</title>
      <PublicHeader
        className={classes(
          "z-1 col-start-1 row-start-1 self-start px-5 text-on-harbor sm:px-8 [@media(height<500px)]:py-2!",
          !isWide && "lg:text-ink",
        )}
      />
      <div
        className={classes(
          "relative col-start-1 row-start-1 overflow-hidden bg-harbor print:hidden",
          !isWide && "lg:sticky lg:top-0 lg:col-start-2 lg:row-span-2 lg:h-full lg:max-h-dvh",
        )}
      >
        <HarborArt
          className={classes(
            "-bottom-7 left-[58%] h-43 -translate-x-1/2 overflow-visible",
            !isWide && "lg:inset-0 lg:size-full lg:translate-x-0",
          )}
        />
        <div
          className={classes(
            "absolute inset-0 bg-linear-to-b from-harbor/90 to-harbor/10",
            !isWide && "lg:hidden",
          )}
        />
      </div>
      <main
        className={classes(
          "mx-auto w-full px-5 pt-[clamp(1.25rem,5vh,3rem)] lg:pt-[clamp(1.25rem,9vh,5.5rem)] pb-6",
          isWide ? "max-w-3xl" : "max-w-100",
        )}
      >
        {topContent}
        <h1 className="text-title">{title}</h1>
        {description != null && <p className="mt-1 max-w-[70ch] text-ink-soft">{description}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  );
}
