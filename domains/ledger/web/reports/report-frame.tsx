import type { ReactNode } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useBuildings } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import type { List } from "#web/list/use-list.ts";
import type { Filters, ListUrl } from "#web/list/use-list-url.ts";
import { type Figure, Figures, FiguresSkeleton } from "#web/ui/page/figures.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import { type ReportName, reportNames } from "../../paths.ts";

interface ReportFrameProps<Row> {
  report: ReportName;
  filters: Filters;
  listUrl: ListUrl<Filters>;
  /** Below the title: the date it is as of, and what it covers. */
  summary: string;
  /** When its data was loaded, or 0. */
  preparedAt: number;
  /** Undefined while they load or if there are none. */
  figures: readonly Figure[] | undefined;
  chart: ReactNode;
  list: List<Row>;
  noun: string;
  failed: string;
  empty: ReactNode;
  /** Below the table: how the amounts are counted. */
  note?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * A report: the line of filters, and a sheet of paper with its letterhead, title, figures, chart, and table.
 * It's printed as shown, in landscape.
 */
export function ReportFrame<Row>(props: ReportFrameProps<Row>) {
  const { report, filters, listUrl, summary, preparedAt, figures, chart, note, ...listProps } = props;
  const { list, noun, failed, empty, children } = listProps;
  const building = useBuildings().find(({ id }) => String(id) === listUrl.filters["propertyId"]);
  const isLoading = list.rows === undefined && list.error === null;
  return (
    <>
      <FilterBar filters={filters} listUrl={listUrl} />
      <Paper className="[page:wide] sm:[&_:is(td,th)]:px-1.5 sm:[&_td]:text-sm">
        <Letterhead
          title={<p className="font-semibold text-ink">{building?.name ?? "All properties"}</p>}
          details={preparedAt === 0 ? [] : [`Prepared ${formatMoment(new Date(preparedAt))}`]}
        />
        <div className="mb-4 flex flex-wrap items-end gap-x-9 gap-y-4">
          <div className="min-w-0 flex-1 basis-96">
            <div className="py-4">
              <h2 className="text-report">{reportNames[report]}</h2>
              <p className="text-ink-soft">{summary}</p>
            </div>
            {figures === undefined
              ? isLoading && <FiguresSkeleton count={4} />
              : list.rows?.length !== 0 && <Figures label="Totals" figures={figures} />}
          </div>
          {chart}
        </div>
        <ListView
          list={list}
          frame="part"
          itemNoun={noun}
          errorTitle={failed}
          emptyState={empty}
          noMatches={{ title: `No ${noun} found`, hint: `No ${noun} match these filters.` }}
        >
          {children}
        </ListView>
        {note !== undefined && <p className="mt-3 text-ink-soft text-xs">{note}</p>}
      </Paper>
    </>
  );
}
