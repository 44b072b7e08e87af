import { sql } from "kysely";
import { getLeaseActionLabel } from "#domains/audit/actions.ts";
import { formatActor } from "#domains/audit/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readLeaseHistory } from "../../contract.ts";
import { formatTermsChange, type TermsChange } from "../../format-terms.ts";
import { findLease } from "../queries.ts";

interface HistoryEntry {
  id: number;
  at: Date;
  actor_id: number | null;
  actor_name: string;
  request_id: string;
  action: string;
  details: EntryDetails;
  member_name: string | null;
}

interface EntryDetails {
  state?: string;
  changes?: { field: string; from: unknown; to: unknown }[];
  /** Null if a person's time on the lease has no end date. */
  to?: { to?: string | null };
  chargedFrom?: string;
  amendedFrom?: string;
  effectiveFrom?: string;
  /** The rules of recovery terms, in sentences. */
  rules?: string[];
  /** The pool and the year of amounts from the previous system. */
  pool?: string;
  year?: number;
  reason?: string;
  postedCents?: number;
  unitStatuses?: { unitNumber: string; to: string }[];
  /** The amount of a payment or ledger entry, or the overdue amount of a payment reminder. */
  amountCents?: number;
  /** The number of people notified by a payment reminder. */
  notified?: number;
  /** The title of the ledger entry. */
  entry?: string;
}

const maxEntries = 200;

/** Returns the newest audit log entries of a lease, in words. @throws AppError not_found */
export async function readHistory(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof readLeaseHistory>> {
  await findLease(ctx, id);
  const { rows } = await sql<HistoryEntry>`
    select a.id, a.at, a.actor_id, a.actor_name, a.request_id, a.action, a.details, m.full_name as member_name
    from audit_log a
    left join users m on m.id = case when a.details ? 'userId' then (a.details ->> 'userId')::bigint end
    where a.subject_type = 'lease' and a.subject_id = ${String(id)}
    order by a.id desc limit ${sql.lit(maxEntries)}`.execute(ctx.db);
  return rows.map((entry) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    who: formatActor(
      {
        actorId: entry.actor_id,
        actorName: entry.actor_name,
        action: entry.action,
        requestId: entry.request_id,
      },
      ctx.cards?.kind ?? null,
    ),
    what: describeEntry(entry),
  }));
}

function describeEntry({ action, details, member_name }: HistoryEntry): string {
  if (action === "ledger.credit-reapplied") return `Ledger: “${details.entry}” applied to other charges`;
  const amount = details.amountCents === undefined ? "" : formatCents(toCents(details.amountCents));
  if (action.startsWith("ledger.")) return joinParts(`Ledger: ${details.entry}`, amount);
  const memberName = member_name ?? "someone";
  const day = formatDay(details.to?.to);
  const sentences: Record<string, string> = {
    "lease.created": details.state === "draft" ? "Created the draft" : "Created the lease",
    "lease.edited": `Changed ${(details.changes ?? []).map(({ field }) => fieldLabels[field] ?? field).join(", ") || "nothing"}`,
    "lease.activated": "Activated the lease",
    "lease.terms-added": `Added terms, charged from ${formatDay(details.chargedFrom)}: ${formatTermsChanges(details)}`,
    "lease.amended": `Amended the terms effective ${formatDay(details.amendedFrom)}: ${formatTermsChanges(details)} (${details.reason})`,
    "lease.recovery-terms-added": `Added recovery terms effective ${formatDay(details.effectiveFrom)}: ${(details.rules ?? []).join(" ")}${details.reason === undefined ? "" : ` (${details.reason})`}`,
    "lease.recovery-history-set": `Set the amounts of ${details.pool} for ${details.year} from the previous system${details.reason === undefined ? "" : ` (${details.reason})`}`,
    "lease.started": "Lease started",
    "lease.units-vacated": "Units vacated early",
    "lease.notice-given": `Recorded notice effective ${day}`,
    "lease.notice-withdrawn": day === "" ? "Withdrew notice" : `Withdrew notice, ends ${day}`,
    "lease.end-planned": `Set end date to ${day}`,
    "lease.ended": `Ended the lease on ${day}`,
    "lease.member-added": `Added ${memberName}`,
    "lease.member-edited": `Changed dates for ${memberName}`,
    "payment.reminder-sent": `Sent a reminder of ${amount} overdue to ${details.notified === 1 ? "1 person" : `${details.notified} people`}`,
    "lease.member-ended": `Removed ${memberName}`,
  };
  const statuses = (details.unitStatuses ?? []).map(
    ({ unitNumber, to }) => `Unit ${unitNumber} became ${to}`,
  );
  const sentence = sentences[action] ?? joinParts(getLeaseActionLabel(action), amount);
  return [sentence, ...statuses, ...describePostedCharges(details)].join(". ");
}

const joinParts = (...parts: string[]): string => parts.filter((part) => part !== "").join(", ");

const formatDay = (day: string | null | undefined) => (day == null ? "" : formatCalendarDay(day));

const maxListedChanges = 6;

function formatTermsChanges({ changes = [] }: EntryDetails): string {
  const listedChanges = changes
    .slice(0, maxListedChanges)
    .map((change) => formatTermsChange(change as TermsChange));
  const omittedCount = changes.length - listedChanges.length;
  return (
    [...listedChanges, ...(omittedCount > 0 ? [`${omittedCount} more`] : [])].join("; ") ||
    "only the effective date changed"
  );
}

function describePostedCharges({ postedCents = 0 }: EntryDetails): string[] {
  if (postedCents === 0) return [];
  const amount = formatCents(toCents(Math.abs(postedCents)));
  return [postedCents > 0 ? `${amount} charged` : `${amount} reversed`];
}

const fieldLabels: Record<string, string> = {
  propertyId: "the property",
  companyId: "the company",
  unitIds: "the units",
  units: "unit dates",
  from: "start date",
  to: "end date",
};
