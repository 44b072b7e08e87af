import { type RawBuilder, sql } from "kysely";

const wordsMax = 8;

/** Companies whose name has words beginning with those of the text, as a condition on `companies c`. */
export function companyHasWords(text: string): RawBuilder<boolean> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return sql`false`;
  const query = [...new Set(words)]
    .slice(0, wordsMax)
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql`c.words @@ ${query}::tsquery`;
}

/** Units whose number begins with the text, as a condition on `units u`; `Unit 101` is said too. */
export function unitNumberBegins(text: string): RawBuilder<boolean> {
  const number = text.toLowerCase().replace(/^unit\s+/, "");
  return sql`lower(u.unit_number) like ${`${number.replace(/[\\%_]/g, "\\$&")}%`}`;
}
