import type { ReactNode } from "react";
import { formatTotal, maxPagedRows } from "#shared/http/paging.ts";
import { classes } from "#web/ui/classes.ts";

interface PaginationProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  /** `maxPagedRows + 1` if there are more rows than page numbers reach. */
  total: number;
  onPageChange: (page: number) => void;
  /** The noun for the rows: `results`, `payments`. */
  noun?: string;
  /** A button that shows more rows on one page, instead of the page numbers. */
  children?: ReactNode;
}

/**
 * `Showing X to Y of Z results`, Previous, page numbers up to the server's limit, and Next. Renders nothing
 * if there's only one page.
 */
export function Pagination({
  page,
  pageSize,
  total,
  onPageChange,
  noun = "results",
  children,
}: PaginationProps) {
  const pageCount = Math.ceil(total / pageSize);
  if (pageCount <= 1) return null;
  const lastPage = Math.min(pageCount, Math.floor(maxPagedRows / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav aria-label="Pagination" className="flex grow flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p className="text-ink-soft text-sm tabular-nums" aria-live="polite">
        {`Showing ${first.toLocaleString("en-US")} to ${last.toLocaleString("en-US")} of ${formatTotal(total)} ${noun}`}
        {page >= lastPage && lastPage < pageCount && (
          <span className="block">
            That's as far as page numbers go. Use a filter or search to narrow the list.
          </span>
        )}
      </p>
      {children ?? (
        <div className="flex items-center gap-1 print:hidden">
          <PageButton isDisabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            Previous
          </PageButton>
          {listPagesAround(page, lastPage).map((entry, index) =>
            entry === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- a gap has no other key
              <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-faint max-sm:hidden">
                …
              </span>
            ) : (
              <PageButton
                key={entry}
                isCurrent={entry === page}
                label={`Page ${entry}`}
                onClick={() => onPageChange(entry)}
              >
                {entry.toLocaleString("en-US")}
              </PageButton>
            ),
          )}
          <PageButton isDisabled={page >= lastPage} onClick={() => onPageChange(page + 1)}>
            Next
          </PageButton>
        </div>
      )}
    </nav>
  );
}

/**
 * Returns the first page, the last page, the current page, and its neighbors. Null is a gap. Up to seven
 * pages are all listed.
 */
export function listPagesAround(page: number, pageCount: number): (number | null)[] {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, index) => index + 1);
  const pages = [1, page - 1, page, page + 1, pageCount].filter((entry) => entry >= 1 && entry <= pageCount);
  const entries: (number | null)[] = [];
  for (const entry of new Set(pages)) {
    const previousEntry = entries.at(-1);
    if (typeof previousEntry === "number" && entry - previousEntry > 1)
      entries.push(entry - previousEntry === 2 ? entry - 1 : null);
    entries.push(entry);
  }
  return entries;
}

interface PageButtonProps {
  isCurrent?: boolean;
  isDisabled?: boolean;
  label?: string;
  onClick: () => void;
  children: string;
}

function PageButton({ isCurrent = false, isDisabled = false, label, onClick, children }: PageButtonProps) {
  const isNumber = label !== undefined;
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      disabled={isDisabled}
      onClick={onClick}
      className={classes(
        "min-h-(--control-sm) min-w-(--control-sm) rounded-control px-2.5 font-medium tabular-nums transition-colors",
        "disabled:pointer-events-none disabled:opacity-45",
        isCurrent ? "bg-accent-soft text-accent-text" : "text-ink-soft hover:bg-hover hover:text-ink",
        // Phones show only the current number, between Previous and Next.
        isNumber && !isCurrent && "max-sm:hidden",
      )}
    >
      {children}
    </button>
  );
}
