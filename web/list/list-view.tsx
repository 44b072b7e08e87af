import type { ReactNode } from "react";
import { formatTotal } from "#shared/http/paging.ts";
import type { List } from "#web/list/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Pagination } from "#web/ui/tables/pagination.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";

interface ListViewProps<Row> {
  list: List<Row>;
  /** The plural noun for the rows, such as `payments`. */
  itemNoun: string;
  /** The error title: `Couldn't load the payments.` */
  errorTitle: string;
  /** Shown if the list has no rows at all. */
  emptyState: ReactNode;
  /** Shown if no rows match the filters. Defaults to `emptyState`. */
  noMatches?: { title: string; hint: string; clear?: string };
  /** Shown while loading: a number of skeleton rows, or a custom skeleton. */
  skeleton?: number | ReactNode;
  /** `section`: a section of its own. `part`: inside another section. `grid`: cards next to each other. */
  frame?: "section" | "part" | "grid";
  /** The section's name for screen readers. */
  label?: string;
  className?: string;
  /** Shown above the rows: the heading or filters. */
  header?: ReactNode;
  /** The label of the button that loads more rows, and the singular noun for a row: `entry`. */
  loadMore?: { label: string; singular?: string };
  /** The rows: a table or cards. */
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * A list in all its states: loading, failed, empty, no matches, or loaded with pagination. While new rows
 * load, the old rows stay visible but dimmed.
 */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { list, frame = "section", label, className, header } = props;
  const { isPrevious, rows = [] } = list;
  const body = (
    <div
      className={classes("transition-opacity", isPrevious && "opacity-60")}
      aria-busy={isPrevious || undefined}
    >
      {rows.length > 0 ? <Rows {...props} rows={rows} /> : <NoRows {...props} />}
    </div>
  );
  if (frame === "part" || (frame === "grid" && (rows.length > 0 || isFirstLoad(list)))) return body;
  return (
    <Section aria-label={label} className={className}>
      {header}
      {body}
    </Section>
  );
}

const isFirstLoad = ({ rows, error }: List<unknown>) => rows === undefined && error === null;

function NoRows<Row>({ list, errorTitle, emptyState, noMatches, skeleton = 8 }: ListViewProps<Row>) {
  if (isFirstLoad(list)) return typeof skeleton === "number" ? <SkeletonRows count={skeleton} /> : skeleton;
  if (list.rows === undefined)
    return (
      <ErrorState title={errorTitle} error={list.error} isRetrying={list.isFetching} onRetry={list.retry} />
    );
  if (noMatches === undefined || list.listUrl?.isNarrowed !== true) return emptyState;
  const { title, hint, clear = "Clear filters" } = noMatches;
  return (
    <EmptyState title={title} action={<Button onClick={list.listUrl.clearFilters}>{clear}</Button>}>
      {hint}
    </EmptyState>
  );
}

interface RowsProps<Row> extends ListViewProps<Row> {
  rows: readonly Row[];
}

function Rows<Row>(props: RowsProps<Row>) {
  const { list, rows, children } = props;
  return (
    <>
      {children(rows)}
      {list.more === undefined ? <Pages {...props} /> : <LoadMore {...props} />}
    </>
  );
}

function Pages<Row>({ list: { listUrl, total }, itemNoun }: RowsProps<Row>) {
  const isPhone = useIsPhone();
  if (listUrl === undefined || total === undefined) return null;
  const { page, pageSize, pageSizes, setPage, setPageSize } = listUrl;
  const [smallestSize] = pageSizes;
  const nextSize = page === 1 ? pageSizes.find((size) => size > pageSize) : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-(--inset) py-2 empty:hidden">
      {!isPhone && smallestSize !== undefined && total > smallestSize && (
        <div className="print:hidden">
          <Segments
            legend="Rows per page"
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            selected={String(pageSize)}
            onSelect={(size) => setPageSize(Number(size))}
          />
        </div>
      )}
      <Pagination page={page} pageSize={pageSize} total={total} onPageChange={setPage} noun={itemNoun}>
        {isPhone && nextSize !== undefined ? (
          <Button size="sm" onClick={() => setPageSize(nextSize, { isRemembered: false })}>
            Load more
          </Button>
        ) : undefined}
      </Pagination>
    </div>
  );
}

/** The number of rows shown out of the total, and the button that loads more. */
function LoadMore<Row>({ list, rows, itemNoun, loadMore, frame }: RowsProps<Row>) {
  const { total = rows.length, more: next } = list;
  const isCentered = frame === "grid";
  const nounText = isCentered ? "" : ` ${total === 1 ? (loadMore?.singular ?? itemNoun) : itemNoun}`;
  return (
    <div
      className={
        isCentered
          ? "mt-6 flex flex-col items-center gap-3"
          : "flex flex-wrap items-center justify-between gap-3 px-(--inset) py-3"
      }
    >
      <output className="text-ink-soft tabular-nums">
        {`Showing ${rows.length.toLocaleString("en-US")} of ${formatTotal(total)}${nounText}`}
      </output>
      {next?.hasFailed === true && (
        <p role="alert" className="text-red-text">
          {`Couldn't load more ${itemNoun}. Please try again.`}
        </p>
      )}
      {next?.hasMore === true && (
        <Button
          isBusy={next.isFetching}
          busyLabel="Loading..."
          disabled={list.isPrevious}
          onClick={next.fetch}
        >
          {loadMore?.label}
        </Button>
      )}
    </div>
  );
}
