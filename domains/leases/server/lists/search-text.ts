import { type RawBuilder, sql } from "kysely";
import { matchesWords } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";

/**
 * Matches leases `l` whose company name contains the words, or that have a unit whose number starts with the
 * text. `Unit 101` works too.
 */
export function leaseHasText(text: string): RawBuilder<boolean> {
  const number = foldText(text).replace(/^unit\s+/, "");
  const prefix = `${number.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(l.company_id = any(array(select c.id from companies c where ${matchesWords(sql`c.words`, text)}))
    or l.id = any(array(select lu.lease_id from units u join lease_units lu on lu.unit_id = u.id
      where fold_text(u.unit_number) like ${prefix})))`;
}
