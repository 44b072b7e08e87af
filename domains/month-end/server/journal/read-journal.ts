import { sql } from "kysely";
import type { Account, EntryKind } from "#domains/ledger/accounts.ts";
import type { Ctx } from "#server/http/context.ts";
import { type Day, monthEnd } from "#shared/calendar.ts";

/** A ledger entry with its postings, which add up to zero. */
export interface JournalEntry {
  id: number;
  onDay: Day;
  kind: EntryKind;
  description: string;
  reason: string;
  company: string;
  units: string;
  postings: { account: Account; amountCents: number }[];
}

/** Returns every ledger entry dated in the month, once, in the order of the ledger. */
export async function readJournal(
  { db }: Pick<Ctx, "db">,
  propertyId: number,
  month: Day,
): Promise<JournalEntry[]> {
  const { rows } = await sql<JournalEntry>`
    select e.id, e.on_day as "onDay", e.kind, e.description, e.reason, coalesce(c.name, '') as company,
      (select coalesce(string_agg(u.unit_number, ', ' order by u.unit_number collate "C"), '')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = e.lease_id) as units,
      (select json_agg(json_build_object('account', g.account, 'amountCents', g.amount_cents) order by g.position)
        from ledger_postings g where g.entry_id = e.id) as postings
    from ledger_entries e left join leases l on l.id = e.lease_id left join companies c on c.id = l.company_id
    where e.property_id = ${propertyId} and e.on_day between ${month}::date and ${monthEnd(month)}::date
    order by e.on_day, e.id`.execute(db);
  return rows;
}
