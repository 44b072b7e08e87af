import { type RawBuilder, sql } from "kysely";

/**
 * Whether `column` begins with `text`, byte by byte: as a range, which an index with `text_pattern_ops` knows whatever the
 * text is, so that one plan is good for all texts. `like $1` would read the table.
 */
export const beginsWith = (column: RawBuilder<string>, text: RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111)))`;
