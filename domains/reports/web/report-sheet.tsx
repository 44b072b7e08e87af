import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatMomentWithZone } from "#shared/format/dates.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useListUrl } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Figures, FiguresSkeleton } from "#web/ui/page/figures.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import { type ReportDocument, readReport } from "../contract.ts";
import { getReportFacts, type ReportName } from "../reports.ts";
import { ReportBars } from "./report-bars.tsx";
import { getReportList } from "./report-filters.tsx";
import { ReportTable } from "./report-table.tsx";

/**
 * A report: the line of filters, and a sheet of paper with its letterhead, title, figures, chart, and table.
 * It's printed as shown, in landscape.
 */
export function ReportSheet({ name }: { name: ReportName }) {
  const listUrl = useListUrl(getReportList(name));
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(readReport, { params: { report: name }, query: listUrl.filters }),
    // The portal also posts entries automatically.
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  const { title } = getReportFacts(name);
  return (
    <>
      <FilterBar filters={getReportList(name).filters} listUrl={listUrl} />
      <Paper
        aria-busy={isPlaceholderData || undefined}
        className="[page:wide] sm:[&_:is(td,th)]:px-1.5 sm:[&_td]:text-sm print:[&_td]:text-xs"
      >
        <Letterhead
          title={<p className="font-semibold text-ink">{data?.filters.join(", ") ?? "All properties"}</p>}
          details={data === undefined ? [] : [`Prepared ${formatMomentWithZone(data.preparedAt)}`]}
        />
        <div className={isPlaceholderData ? "opacity-60 transition-opacity" : "transition-opacity"}>
          {data !== undefined ? (
            <ReportContent report={data} isNarrowed={listUrl.isNarrowed} onClear={listUrl.clearFilters} />
          ) : (
            <>
              <h2 className="py-4 text-report">{title}</h2>
              {error === null ? (
                <>
                  <FiguresSkeleton count={4} />
                  <SkeletonRows count={8} />
                </>
              ) : (
                <ErrorState
                  title="Couldn't load the report."
                  error={error}
                  isRetrying={isFetching}
                  onRetry={() => void refetch()}
                />
              )}
            </>
          )}
        </div>
      </Paper>
    </>
  );
}

interface ReportContentProps {
  report: ReportDocument;
  isNarrowed: boolean;
  onClear: () => void;
}

function ReportContent({ report, isNarrowed, onClear }: ReportContentProps) {
  const { title, summary, figures, chart, rows, rowCount, note } = report;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-9 gap-y-4">
        <div className="min-w-0 flex-1 basis-96">
          <div className="py-4">
            <h2 className="text-report">{title}</h2>
            <p className="text-ink-soft">{summary}</p>
          </div>
          {rowCount > 0 && <Figures label="Totals" figures={figures} />}
        </div>
        {rowCount > 0 && chart !== null && <ReportBars {...chart} />}
      </div>
      {rowCount === 0 ? (
        <EmptyState
          title="Nothing to report"
          action={isNarrowed && <Button onClick={onClear}>Clear filters</Button>}
        >
          {isNarrowed ? "Nothing matches these filters." : note}
        </EmptyState>
      ) : (
        <>
          <ReportTable report={report} />
          {rows.length < rowCount && (
            <p className="mt-3 font-medium">
              {`These are the first ${rows.length.toLocaleString("en-US")} of ${rowCount.toLocaleString("en-US")} rows. The totals count all of them, and so does each export.`}
            </p>
          )}
          <p className="mt-3 text-ink-soft text-xs">{note}</p>
        </>
      )}
    </>
  );
}
