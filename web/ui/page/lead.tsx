import type { ComponentProps } from "react";
import { classes } from "#web/ui/classes.ts";
import { SectionBoundary } from "#web/ui/page/page-boundary.tsx";
import { Heading, type HeadingProps } from "#web/ui/page/section.tsx";

interface LeadProps extends Omit<ComponentProps<"section">, "title">, Partial<HeadingProps> {
  /** Uses the harbor color, for work in progress. */
  isHarbor?: boolean;
}

/**
 * The one raised block of a page, for its most important content. Content uses `px-(--inset)` as the distance
 * from the edge, which is 0 in a `Section`.
 */
export const Lead = ({
  isHarbor = false,
  title,
  titleRef,
  description,
  action,
  className,
  children,
  ...rest
}: LeadProps) => (
  <section
    aria-label={title}
    {...rest}
    className={classes(
      "[--inset:1rem] sm:[--inset:1.25rem]",
      isHarbor ? "rounded-sheet bg-harbor text-on-harbor" : "rounded-lead bg-surface shadow-lead",
      className,
    )}
  >
    {title !== undefined && (
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-(--inset) py-1.5">
        <Heading
          title={title}
          titleRef={titleRef}
          description={description}
          action={action}
          className="text-lead"
        />
      </header>
    )}
    <SectionBoundary>{children}</SectionBoundary>
  </section>
);
