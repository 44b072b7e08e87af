import { type RawBuilder, sql } from "kysely";
import { hasWords } from "#server/list/search.ts";

/** Leases of a company with the words, or of a unit whose number begins with the text (also `Unit 101`): a condition on `leases l`. */
export function leaseHasText(text: string): RawBuilder<boolean> {
  const number = text.toLowerCase().replace(/^unit\s+/, "");
  const beginning = `${number.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(l.company_id = any(array(select c.id from companies c where ${hasWords(sql`c.words`, text)}))
    or l.id = any(array(select lu.lease_id from units u join lease_units lu on lu.unit_id = u.id
      where lower(u.unit_number) like ${beginning})))`;
}
