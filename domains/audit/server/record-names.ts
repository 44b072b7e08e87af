import { type RawBuilder, sql } from "kysely";
import { containsWords, matchesWords } from "#server/list/search.ts";
import type { AuditSubjectType } from "../actions.ts";

/**
 * Whether `audit_log a` is about a record that now has the name in the text: a property and everything there,
 * a company and its leases, a person, a vendor and its bills, a document, or the work order with that number.
 * The ids are arrays so that an index finds their entries.
 */
export function isAboutNamedRecord(text: string): RawBuilder<boolean> {
  const companies = sql`select c.id from companies c where ${matchesWords(sql`c.words`, text)}`;
  const vendors = sql`select v.id from vendors v where ${matchesWords(sql`v.words`, text)}`;
  const idsByType = {
    company: companies,
    lease: sql`select l.id from leases l where l.company_id = any(array(${companies}))`,
    person: sql`select u.id from users u where ${containsWords(sql`fold_text(u.full_name || ' ' || u.email)`, text)}`,
    vendor: vendors,
    bill: sql`select b.id from bills b where b.vendor_id = any(array(${vendors}))`,
    document: sql`select d.id from documents d where d.trashed_at is null and ${matchesWords(sql`d.title_words`, text)}`,
  } satisfies Partial<Record<AuditSubjectType, RawBuilder<unknown>>>;
  const workOrderId = workOrderNumberPattern.exec(text.trim())?.[1];
  const conditions = [
    sql`a.property_id = any(array(select p.id from properties p where ${containsWords(sql`fold_text(p.name)`, text)}))`,
    ...Object.entries(idsByType).map(
      ([type, ids]) =>
        sql`(a.subject_type = ${type} and a.subject_id = any(array(select x.id::text from (${ids}) x)))`,
    ),
    ...(workOrderId === undefined
      ? []
      : [sql`(a.subject_type = 'work-order' and a.subject_id = ${workOrderId})`]),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** A work order number with its prefix, such as `#WO-0007` or `wo7`. A number alone is found as a word. */
const workOrderNumberPattern = /^#?\s*wo-?0*([1-9]\d{0,14})$/i;
