import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import type { Account, EntryKind, LedgerChargeKind, ReversalCause } from "../../accounts.ts";

/** A new entry. Its postings must sum to zero. */
export interface NewEntry {
  propertyId: number;
  leaseId: number;
  kind: EntryKind;
  onDay: Day;
  description: string;
  reason?: string;
  reversesId?: number;
  /** Required for a reversal. */
  reversalCause?: ReversalCause;
  /** Its id in another system. The database rejects a second entry with the same reference. */
  externalReference?: string;
  postings: readonly { account: Account; amountCents: Cents }[];
  /**
   * The charge or credit on the lease's account. Required if and only if there is a posting on `receivable`.
   */
  receivable?: Receivable;
}

/** A charge on a lease's account, or a credit if the posting on `receivable` is negative. */
export interface Receivable {
  dueOn: Day;
  /** The monthly total it counts toward. Null for an opening balance. */
  countsAs: "charged" | "credited" | "collected" | null;
  chargeKind: LedgerChargeKind | null;
  /** Only for a scheduled charge. */
  period?: ChargePeriod;
  /** Only for a late fee: the due date of its rent. */
  lateFeeFor?: Day;
  /** The date from which its unpaid part incurs a late fee. */
  lateFeeOn?: Day | null;
}

/** The line of the terms and the days of one month that a charge covers. */
export interface ChargePeriod {
  termsNumber: number;
  lineKey: number;
  month: Day;
  from: Day;
  to: Day;
  /** 0 for the original charge, then 1 and up for adjustments after the lease dates changed. */
  revision: number;
}

/**
 * Writes entries with their postings and receivables. Triggers update the balances, and the database rejects
 * entries that don't sum to zero. Returns the ids in the same order.
 */
export async function writeEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry, n) => ({ n, ...entry, amountCents: sumReceivable(entry) }));
  const { rows: insertedEntries } = await sql<{ id: number }>`
    with given as materialized (
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, g.*
      from json_to_recordset(${JSON.stringify(rows)}::json) g(n integer, "propertyId" bigint, "leaseId" bigint, kind text,
        "onDay" date, description text, reason text, "reversesId" bigint, "reversalCause" text, "externalReference" text, postings json,
        "amountCents" bigint, receivable json)
    ), entries as (
      insert into ledger_entries (id, property_id, lease_id, kind, on_day, description, reason, reverses_id,
        reversal_cause, external_reference, made_by_id, made_at)
      select id, "propertyId", "leaseId", kind, "onDay", description, coalesce(reason, ''), "reversesId",
        "reversalCause", "externalReference", ${ctx.actor?.id ?? null}, ${ctx.now} from given order by n
    ), postings as (
      insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
      select id, row_number() over (partition by id), "propertyId", "leaseId", p.account, p."amountCents"
      from given, json_to_recordset(given.postings) p(account text, "amountCents" bigint)
    ), receivable as (
      insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as,
        charge_kind, terms_number, line_key, month, starts_on, ends_on, revision, late_fee_for, late_fee_on)
      select id, "propertyId", "leaseId", "onDay", o."dueOn", "amountCents", "amountCents", o."countsAs", o."chargeKind",
        p."termsNumber", p."lineKey", p.month, p."from", p."to", p.revision, o."lateFeeFor", o."lateFeeOn"
      from given,
        json_to_record(given.receivable) o("dueOn" date, "countsAs" text, "chargeKind" text, period json, "lateFeeFor" date, "lateFeeOn" date)
        left join lateral json_to_record(o.period) p("termsNumber" integer, "lineKey" integer, month date, "from" date, "to" date,
          revision integer) on true
      where given.receivable is not null
    )
    select id from given order by n`.execute(ctx.db);
  return insertedEntries.map(({ id }) => id);
}

/**
 * Returns the amount that an entry adds to the lease's account. @throws Error if `receivable` doesn't match the
 * postings
 */
function sumReceivable({ postings, receivable }: NewEntry): Cents {
  const sum = postings
    .filter(({ account }) => account === "receivable")
    .reduce((total, { amountCents }) => total + amountCents, 0);
  if ((sum !== 0) !== (receivable !== undefined))
    throw new Error("An entry must have `receivable` if and only if it has a posting on `receivable`.");
  return toCents(sum);
}
