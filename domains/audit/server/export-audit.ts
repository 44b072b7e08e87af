import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";
import { actionLabel } from "../actions.ts";
import { readDetails, sayField, sayValue } from "../changes.ts";
import type { AuditEntry } from "../contract.ts";
import { type Filters, readEntries, refuseBackwards } from "./list-audit.ts";

/** The entries of the log that the page shows for `filters`, for spreadsheets. @throws AppError invalid */
export function auditAsTable({ db }: SignedInCtx, filters: Filters): CsvTable<AuditEntry> {
  refuseBackwards(filters);
  return {
    name: "audit-log",
    columns: {
      "When (UTC)": ({ at }) => new Date(at),
      Who: ({ actorName }) => actorName,
      What: ({ action }) => actionLabel(action),
      "On what": ({ subject }) => subject.label ?? `${subject.type} ${subject.id}`,
      Building: ({ property }) => property?.name ?? null,
      Changes: ({ details }) =>
        readDetails(details)
          .changes.map(
            ({ field, from, to }) => `${sayField(field)}: ${sayValue(field, from)} → ${sayValue(field, to)}`,
          )
          .join("; "),
      "More facts": ({ details }) =>
        readDetails(details)
          .facts.map(({ field, value }) => `${sayField(field)}: ${sayValue(field, value)}`)
          .join("; "),
      "Network address": ({ networkAddress }) => networkAddress,
      "Request id": ({ requestId }) => requestId,
      Action: ({ action }) => action,
    },
    rows: (last, limit) => readEntries(db, filters, { limit, offset: 0, after: last?.id }),
  };
}
