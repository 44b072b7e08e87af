import type { ComponentProps, ReactNode, Ref } from "react";
import { classes } from "#web/ui/classes.ts";

/** A surface with a hairline border. The content sets the padding, because a table has none. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={classes("rounded-card border border-line bg-surface", className)} />;
}

interface CardHeaderProps {
  title: string;
  /** For a heading that receives the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  description?: ReactNode;
  /** A link or button on the right. */
  action?: ReactNode;
}

export function CardHeader({ title, titleRef, description, action }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-32">
        <h2
          ref={titleRef}
          tabIndex={titleRef === undefined ? undefined : -1}
          className="text-section outline-none"
        >
          {title}
        </h2>
        {description != null && <p className="mt-0.5 text-ink-soft text-sm">{description}</p>}
      </div>
      {action != null && action !== false && (
        <div className="max-w-full shrink-0 whitespace-nowrap print:hidden">{action}</div>
      )}
    </header>
  );
}
