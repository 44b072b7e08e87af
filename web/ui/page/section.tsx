import type { ComponentProps, ReactNode, Ref } from "react";
import { classes } from "#web/ui/classes.ts";
import { SectionBoundary } from "#web/ui/page/page-boundary.tsx";

export interface HeadingProps {
  title: string;
  /** Set if the heading can receive focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  description?: ReactNode;
  /** A link or button on the right. */
  action?: ReactNode;
}

interface SectionProps extends Omit<ComponentProps<"section">, "title">, Partial<HeadingProps> {}

/** A section of a page: a heading with a line below it, and content without a box. */
export const Section = ({ title, titleRef, description, action, children, ...rest }: SectionProps) => (
  <section aria-label={title} {...rest}>
    {title !== undefined && (
      <SectionHeader title={title} titleRef={titleRef} description={description} action={action} />
    )}
    <SectionBoundary>{children}</SectionBoundary>
  </section>
);

export const SectionHeader = ({ className, ...heading }: HeadingProps & { className?: string }) => (
  <header
    className={classes(
      "flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line border-b px-(--inset) sm:min-h-10",
      className,
    )}
  >
    <Heading {...heading} className="text-section" />
  </header>
);

/** The heading of a section or a lead, with its action. */
export const Heading = ({
  title,
  titleRef,
  description,
  action,
  className,
}: HeadingProps & { className: string }) => (
  <>
    <div className="min-w-0 flex-1 basis-32 py-1.5">
      <h2
        ref={titleRef}
        tabIndex={titleRef === undefined ? undefined : -1}
        className={classes(className, "outline-none")}
      >
        {title}
      </h2>
      {description != null && <p className="text-ink-soft text-sm">{description}</p>}
    </div>
    {action != null && action !== false && (
      <div className="max-w-full shrink-0 whitespace-nowrap print:hidden">{action}</div>
    )}
  </>
);
