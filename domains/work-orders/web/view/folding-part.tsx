import { type ReactNode, useState } from "react";
import { ChevronRight } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

interface FoldingPartProps {
  title: string;
  /** The id of the heading, for links. */
  headingId?: string;
  /** A summary of the content, next to the title if it's foldable. */
  summary: string;
  /** Whether it's a row that opens and closes, as on phones. */
  isFoldable: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of the work order: a heading with content, or on phones a row that opens and closes it. */
export function FoldingPart({
  title,
  headingId,
  summary,
  isFoldable,
  className,
  children,
}: FoldingPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={title} className={classes("max-lg:border-line max-lg:border-t", className)}>
      <h3
        id={headingId}
        tabIndex={headingId === undefined ? undefined : -1}
        className="flex min-h-13 items-center text-base outline-none lg:min-h-11 lg:pt-1.5 lg:text-section"
      >
        {isFoldable ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-13 w-full items-center gap-2 text-left"
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className="flex-1">{title}</span>
            <span className="font-normal text-ink-soft">{summary}</span>
            <ChevronRight
              aria-hidden="true"
              className={classes("size-5 text-ink-soft", isOpen && "rotate-90")}
            />
          </button>
        ) : (
          title
        )}
      </h3>
      {(isOpen || !isFoldable) && <div className="pb-3">{children}</div>}
    </section>
  );
}
