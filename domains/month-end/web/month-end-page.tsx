import { useQuery } from "@tanstack/react-query";
import { addMonths } from "#shared/calendar.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { Records } from "#web/list/records.tsx";
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
      <Records
        query={useQuery(openMonthsQuery)}
        noun="properties"
        emptyText="Add a property to check and close its months."
      >
        {(properties) => (
          <ul aria-label="Properties" className="divide-y divide-line border-line border-y">
            {properties.map((months) => (
              <ListRow key={months.id} title={months.property} href={monthsPath(months.id)}>
                {describeOpenMonths(months)}
              </ListRow>
            ))}
          </ul>
        )}
      </Records>
    </>
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
