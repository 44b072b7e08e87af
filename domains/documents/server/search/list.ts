import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { extractWords, matchesWords } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { DocumentCard, listDocuments } from "../../contract.ts";
import { expiringWithinDays, type Visibility } from "../../types.ts";
import { documentScope } from "../access.ts";
import { cardSql } from "../read-document.ts";

type DocumentListQuery = QueryOf<typeof listDocuments>;

const id = sql`d.id`;
const visibilityLabels: Record<Visibility, string> = {
  building: "Everyone in the building",
  lease: "The tenant",
  staff: "Staff only",
};

/** Documents the user can access, newest first (API-20). */
export const documents = defineList<
  DocumentListQuery,
  { id: number },
  DocumentCard,
  { id: number; card: DocumentCard }
>({
  from: sql`documents d`,
  columns: id,
  id,
  // Expiring documents are sorted by expiration date, so that the expired ones are first.
  sort: ({ expires }) =>
    expires === "soon"
      ? { by: [sql`d.expires_on`, id], usesPageNumbers: true }
      : { by: [id], descending: true },
  scope: documentScope,
  baseCondition: sql`d.trashed_at is null`,
  filters: {
    ids: (ids) => sql`d.id = any(${ids}::bigint[])`,
    type: (type) => sql`d.type = ${type}`,
    propertyId: (propertyId) => sql`d.property_id = ${propertyId}`,
    unitId: (unitId) => sql`d.unit_id = ${unitId}`,
    expires: (when, { ctx }) => (when === "soon" ? isExpiring(ctx) : sql`d.expires_on is not null`),
    leaseId: (leaseId) => sql`d.lease_id = ${leaseId}`,
    companyId: (companyId) =>
      sql`d.lease_id in (select l.id from leases l where l.company_id = ${companyId})`,
    // Only sets where to search. See `search`.
    in: () => sql`true`,
  },
  search: (text, { query }) => matchesWords(query.in === "titles" ? sql`d.title_words` : sql`d.words`, text),
  present: (rows, { ctx, query }) =>
    readCards(
      ctx,
      rows.map((row) => row.id),
      query,
    ),
  csv: {
    name: "documents",
    columns: sql`d.id, ${cardSql()} as card`,
    cells: {
      Number: ({ card }) => card.id,
      Title: ({ card }) => card.title,
      Type: ({ card }) => card.type,
      Building: ({ card }) => card.property.name,
      Unit: ({ card }) => card.unit?.unitNumber ?? null,
      Lease: ({ card }) => card.leaseId,
      "Visible to": ({ card }) => visibilityLabels[card.visibility],
      "Expiration date": ({ card }) => card.expiresOn,
      "Added (UTC)": ({ card }) => new Date(card.createdAt),
      "Added by": ({ card }) => card.createdBy.fullName,
      File: ({ card }) => card.file.name,
      Bytes: ({ card }) => card.file.bytes,
    },
  },
});

/**
 * Selects documents that have expired or expire within 30 days, based on the property's date. Documents of
 * ended leases are left out, as they are from reminders.
 */
function isExpiring(ctx: SignedInCtx): RawBuilder<unknown> {
  const today = ctx.now.toISOString().slice(0, 10);
  const days = sql.lit(expiringWithinDays);
  // The date anywhere on earth is within a day of the UTC date, so this condition can use an index.
  return sql`d.expires_on <= ${today}::date + 1 + ${days}
    and exists (select from properties p where p.id = d.property_id
      and d.expires_on <= (${ctx.now}::timestamptz at time zone p.time_zone)::date + ${days})
    and not exists (select from leases l where l.id = d.lease_id and l.state = 'ended')`;
}

/**
 * Reads the cards of one page, once its ids are known. Cards, and especially excerpts, are too expensive to
 * read for skipped rows.
 */
async function readCards(
  ctx: SignedInCtx,
  ids: readonly number[],
  query: DocumentListQuery,
): Promise<DocumentCard[]> {
  const words =
    query.in !== "titles" && query.q !== undefined ? toSearchPatterns(query.q, extractWords(query.q)) : [];
  const excerptColumn = words.length === 0 ? sql`null` : excerptSql(words);
  const { rows } = await sql<{ card: DocumentCard; excerpt: ExcerptRow | null }>`
    select ${cardSql()} as card, ${excerptColumn} as excerpt from documents d
    where d.id = any(${ids}::bigint[]) and d.trashed_at is null and ${documentScope(ctx.actor.accessScope)}
    order by array_position(${ids}::bigint[], d.id)`.execute(ctx.db);
  return rows.map(({ card, excerpt }) => ({
    ...card,
    excerpt: excerpt === null ? null : { page: excerpt.page, pieces: splitAtMatches(excerpt.text, words) },
  }));
}

/** The separator `read-file-text.mjs` writes between pages. */
const pageBreak = "\f";
/** How many characters of a text are searched for an excerpt. */
const maxSearchedLength = 250_000;
/** Searching for words near each other is slower, so fewer characters are searched. */
const maxLengthForNearWords = 100_000;
/** Few enough that the match is within the two lines a phone shows. */
const charactersBefore = 40;
/** The maximum distance between search words that are near each other. */
const charactersBetween = 80;
const excerptLength = 260;

/**
 * Returns the search words as patterns: each word, and each number with its separators as a whole, because
 * the digit groups of 1,000,000 occur everywhere.
 */
function toSearchPatterns(query: string, words: readonly string[]): string[] {
  const numbers = (query.match(/\d+(?:[.,'\u2019]\d+)+/g) ?? []).map((number) => number.split(/\D/));
  const singleWords = words.filter((word) => !numbers.some((groups) => groups.includes(word)));
  return [...singleWords.map(toPattern), ...numbers.map((groups) => groups.join("[.,'\u2019]"))];
}

/** Returns a pattern for all spellings of a folded word: each letter with any diacritic, and ß for ss. */
const toPattern = (word: string): string =>
  word.replace(/ss|[a-z]/g, (letters) =>
    letters === "ss" ? `(?:${toLetterClass("s")}{2}|ß)` : toLetterClass(letters),
  );

const toLetterClass = (letter: string): string => `[${letter}${accentedLetters.get(letter) ?? ""}]`;

/** The Latin letters outside ASCII by the letter they fold to. */
const accentedLetters = new Map<string, string>();
for (let code = 0xc0; code <= 0x1eff; code += code === 0x24f ? 0x1e00 - 0x24f : 1) {
  const letter = String.fromCodePoint(code);
  const folded = foldText(letter);
  if (/^[a-z]$/.test(folded)) accentedLetters.set(folded, (accentedLetters.get(folded) ?? "") + letter);
}

/** The excerpt `excerptSql` selects. */
interface ExcerptRow {
  page: number;
  text: string;
}

/**
 * Selects an excerpt of `documents d` and its page: the text around the first place where all words are near
 * each other, or else around the first match. An ellipsis marks each end where the text is cut.
 */
const excerptSql = (words: readonly string[]): RawBuilder<unknown> => {
  const pattern = `(?<![[:alnum:]])(?:${sortByLength(words).join("|")})`;
  const near = `(?<![[:alnum:]])(?=${words.map((word) => `(?:.{0,${charactersBetween}}[^[:alnum:]])?${word}`).join(")(?=")})(?:${sortByLength(words).join("|")})`;
  const findPlace = (text: string, length: number) =>
    sql`regexp_instr(left(d.text, ${length}), ${text}, 1, 1, 0, 'i')`;
  return sql`(select jsonb_build_object('page', regexp_count(left(d.text, place), ${pageBreak}) + 1, 'text', (case when place > ${charactersBefore + 1} then '\u2026' else '' end)
      || substr(d.text, greatest(1, place - ${charactersBefore}), ${excerptLength})
      || (case when length(d.text) >= greatest(1, place - ${charactersBefore}) + ${excerptLength} then '\u2026' else '' end))
    from -- evaluated once because of offset 0
      (select coalesce(nullif(${findPlace(near, maxLengthForNearWords)}, 0), ${findPlace(pattern, maxSearchedLength)}) as place offset 0) found
    where place > 0)`;
};

/** Splits the text into pieces. Words that start with one of `words` are matches. */
function splitAtMatches(
  text: string,
  words: readonly string[],
): NonNullable<DocumentCard["excerpt"]>["pieces"] {
  const letter = String.raw`[\p{L}\p{N}\p{M}]`;
  const matchPattern = new RegExp(`((?<!${letter})(?:${sortByLength(words).join("|")})${letter}*)`, "giu");
  return text
    .replace(/\s+/g, " ")
    .split(matchPattern)
    .map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

const sortByLength = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);
