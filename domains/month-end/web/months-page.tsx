import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { propertiesPath, propertyPath } from "#domains/properties/paths.ts";
import { formatDay, formatMonth } from "#shared/format/dates.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import type { PropertyMonth } from "../contract.ts";
import { monthPath } from "../paths.ts";
import { MonthStateBadge } from "./month-state-badge.tsx";
import { monthsQuery } from "./queries.ts";

/** The months of one property with their status, and the month to close next. */
export default function MonthsPage() {
  const id = Number(useParams().id);
  return (
    <RecordPage
      query={useQuery(monthsQuery(id))}
      noun="property"
      all={{ href: propertiesPath, label: "All properties" }}
    >
      {({ property, next, months }) => (
        <>
          <PageHeader
            back={{ href: propertyPath(id), label: property }}
            title="Months"
            tab={`Months, ${property}`}
            action={
              next !== null && (
                <ButtonLink variant="primary" href={monthPath(id, next)}>
                  {`Check ${formatMonth(`${next}-01`)}`}
                </ButtonLink>
              )
            }
          />
          <ul aria-label="Months" className="divide-y divide-line border-line border-y">
            {months.map((month) => (
              <ListRow
                key={month.month}
                title={formatMonth(`${month.month}-01`)}
                href={monthPath(id, month.month)}
                aside={<MonthStateBadge state={month.state} />}
              >
                {[
                  month.month === next ? "Close this month next" : describeHistory(month),
                  ...(month.statementIssuedAt === null
                    ? []
                    : [`Owner statement issued on ${formatDay(month.statementIssuedAt)}`]),
                ].join(" · ")}
              </ListRow>
            ))}
          </ul>
        </>
      )}
    </RecordPage>
  );
}

/** Returns who last closed or reopened the month. */
function describeHistory({ state, closed, reopened }: PropertyMonth): string {
  if (state === "closed" && closed !== null) return `Closed by ${closed.by} on ${formatDay(closed.at)}`;
  if (reopened !== null) return `Reopened by ${reopened.by} on ${formatDay(reopened.at)}: ${reopened.reason}`;
  return state === "current" ? "Can be closed when it's over" : "Not closed yet";
}
