import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldText } from "#shared/fold-text.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const cases: readonly (readonly [typed: string, folded: string])[] = [
  ["O’Hara", "o'hara"],
  ["O`Hara, O´Hara, OʼHara, O′Hara", "o'hara, o'hara, o'hara, o'hara"],
  ["Siobhán", "siobhan"],
  ["Siobha\u0301n", "siobhan"],
  ["SAN JOSÉ", "san jose"],
  ["Müller", "muller"],
  ["Łódź Øre Đorđe Straße STRAẞE", "lodz ore dorde strasse strasse"],
  ["Æsir Œuvre Þór Ħal ŧ", "aesir oeuvre thor hal t"],
  ["İstanbul, Iğdır", "istanbul, igdir"],
  ["101–A, 101—A, 101−A, 101‑A", "101-a, 101-a, 101-a, 101-a"],
  ["Unit\u00a07\u2003B", "unit 7 b"],
  ["a\u200bb\u00adc\ufeffd\u202ee", "abcde"],
  ["ﬁne № １２ m²", "fine no 12 m2"],
  ["ΟΔΟΣ ὁδός", "οδοσ οδοσ"],
  ["ЁЛКА й", "елка и"],
  ["한국 が", "한국 が"],
  ["क़िला", "क़िला"],
  ["🙂 %_\\", "🙂 %_\\"],
  ["plain `text`", "plain 'text'"],
  ["", ""],
];

test.each(cases)(
  "the text %j is compared as %j, both in the database and in the browser",
  async (typed, folded) => {
    const { rows } = await sql<{ folded: string }>`select fold_text(${typed}::text) as folded`.execute(
      portal.db,
    );
    expect([foldText(typed), rows[0]?.folded]).toEqual([folded.normalize(), folded.normalize()]);
  },
);

test("every letter of the alphabets from Latin to Cyrillic folds to the same text in the database", async () => {
  const letters = Array.from({ length: 0x2_fff }, (_, at) => String.fromCodePoint(at + 1)).filter(
    (letter) =>
      /[\p{L}\p{M}\p{P}\p{Z}\p{Cf}]/u.test(letter) &&
      /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}]/u.test(letter),
  );
  const { rows } = await sql<{ letter: string; folded: string }>`
    select letter, fold_text(letter) as folded from unnest(${letters}::text[]) letter`.execute(portal.db);
  expect(rows.filter(({ letter, folded }) => foldText(letter) !== folded)).toEqual([]);
});
