import { sql } from "kysely";
import { sayActor } from "#domains/audit/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readLeaseHistory } from "../contract.ts";
import { sayChange, type TermsChange } from "../terms-in-words.ts";
import { findLease } from "./queries.ts";

interface Entry {
  id: number;
  at: Date;
  actor_id: number | null;
  actor_name: string;
  request_id: string;
  action: string;
  details: Details;
  member_name: string | null;
}

interface Details {
  state?: string;
  changes?: { field: string; from: unknown; to: unknown }[];
  /** Its day is null for a membership without a last one. */
  to?: { to?: string | null };
  chargedFrom?: string;
  amendedFrom?: string;
  reason?: string;
  postedCents?: number;
  unitStatuses?: { unitNumber: string; to: string }[];
  /** The title of the ledger entry. */
  entry?: string;
}

const entriesMax = 200;

/** The newest audit log entries of a lease, in words. @throws AppError not_found */
export async function historyOf(ctx: SignedInCtx, id: number): Promise<ResponseOf<typeof readLeaseHistory>> {
  await findLease(ctx, id);
  const { rows } = await sql<Entry>`
    select a.id, a.at, a.actor_id, a.actor_name, a.request_id, a.action, a.details, m.full_name as member_name
    from audit_log a
    left join users m on m.id = case when a.details ? 'userId' then (a.details ->> 'userId')::bigint end
    where a.subject_type = 'lease' and a.subject_id = ${String(id)}
    order by a.id desc limit ${sql.lit(entriesMax)}`.execute(ctx.db);
  return rows.map((entry) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    who: sayActor(
      {
        actorId: entry.actor_id,
        actorName: entry.actor_name,
        action: entry.action,
        requestId: entry.request_id,
      },
      ctx.cards?.kind ?? null,
    ),
    what: inWords(entry),
  }));
}

function inWords({ action, details, member_name }: Entry): string {
  if (action === "ledger.credit-moved") return `Ledger: “${details.entry}” used for other charges`;
  if (action.startsWith("ledger.")) return `Ledger: ${details.entry}`;
  const name = member_name ?? "somebody";
  const day = sayDay(details.to?.to);
  const sentences: Record<string, string> = {
    "lease.created": details.state === "draft" ? "Recorded the draft" : "Recorded the lease",
    "lease.edited": `Changed ${(details.changes ?? []).map(({ field }) => fieldWords[field] ?? field).join(", ") || "nothing"}`,
    "lease.activated": "Activated the lease",
    "lease.terms-written": `Wrote the terms, charged from ${sayDay(details.chargedFrom)}: ${sayTerms(details)}`,
    "lease.amended": `Amended the terms from ${sayDay(details.amendedFrom)}: ${sayTerms(details)} (${details.reason})`,
    "lease.began": "The lease began",
    "lease.units-left": "Units given back early",
    "lease.notice-given": `Noted notice to ${day}`,
    "lease.end-planned": `Set the end to ${day}`,
    "lease.ended": `Ended the lease on ${day}`,
    "lease.member-added": `Added ${name}`,
    "lease.member-edited": `Changed the days of ${name}`,
    "lease.member-ended": `Ended the membership of ${name}`,
  };
  const moves = (details.unitStatuses ?? []).map(({ unitNumber, to }) => `unit ${unitNumber} is ${to}`);
  return [sentences[action] ?? action, ...moves, ...sayPosted(details)].join("; ");
}

const sayDay = (day: string | null | undefined) => (day == null ? "" : formatCalendarDay(day));

const saidChangesMax = 6;

function sayTerms({ changes = [] }: Details): string {
  const said = changes.slice(0, saidChangesMax).map((change) => sayChange(change as TermsChange));
  const others = changes.length - said.length;
  return [...said, ...(others > 0 ? [`${others} more`] : [])].join("; ") || "nothing changed but their day";
}

function sayPosted({ postedCents = 0 }: Details): string[] {
  if (postedCents === 0) return [];
  const amount = formatCents(toCents(Math.abs(postedCents)));
  return [postedCents > 0 ? `${amount} charged` : `${amount} taken back`];
}

const fieldWords: Record<string, string> = {
  propertyId: "the building",
  companyId: "the company",
  unitIds: "the units",
  units: "the days of the units",
  from: "the first day",
  to: "the last day",
};
