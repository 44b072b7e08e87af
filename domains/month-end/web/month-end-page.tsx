import { useQuery } from "@tanstack/react-query";
import { addMonths } from "#shared/calendar.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import type { OpenMonths } from "../contract.ts";
import { monthsPath } from "../paths.ts";
import { openMonthsQuery } from "./queries.ts";

/** The properties, each with a link to its months. */
export default function MonthEndPage() {
  return (
    <>
      <PageHeader title="Month End" />
      <Properties />
    </>
  );
}

function Properties() {
  const { data, error, isFetching, refetch } = useQuery(openMonthsQuery);
  if (data === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn't load properties."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows count={3} />;
  if (data.length === 0)
    return <EmptyState title="No properties yet">Add a property to check and close its months.</EmptyState>;
  return (
    <ul aria-label="Properties" className="divide-y divide-line border-line border-y">
      {data.map((months) => (
        <ListRow key={months.id} title={months.property} href={monthsPath(months.id)}>
          {describeOpenMonths(months)}
        </ListRow>
      ))}
    </ul>
  );
}

/** The maximum number of open months listed by name. More are shown as a range. */
const maxNamedMonths = 3;
const toMonthName = (month: string): string => formatMonth(`${month}-01`);

/** Such as `Closed through September 2026. Open: October 2026, November 2026.` */
function describeOpenMonths({ closedThrough, openFrom, current }: OpenMonths): string {
  const closedText =
    closedThrough === null ? "No closed months." : `Closed through ${toMonthName(closedThrough)}.`;
  if (openFrom === null) return `${closedText} Nothing is posted yet.`;
  const openMonths: string[] = [];
  for (let month = openFrom; month <= current; month = addMonths(`${month}-01`, 1).slice(0, 7))
    openMonths.push(toMonthName(month));
  const openText =
    openMonths.length > maxNamedMonths
      ? `${openMonths[0]} through ${openMonths.at(-1)}`
      : openMonths.join(", ");
  return openText === "" ? closedText : `${closedText} Open: ${openText}.`;
}
