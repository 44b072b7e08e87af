import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { roles } from "#shared/roles.ts";
import { searchKinds } from "./kinds.ts";

const kind = z.enum(searchKinds);

export const searchHit = z.object({
  kind,
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  /** Only for work orders, people, and payments. */
  status: z.nullable(z.string()),
  /**
   * Only for people. `propertyId` is the property where a landlord finds them. Null for administrators, who
   * don't need one.
   */
  person: z.nullable(z.object({ role: z.enum(roles), propertyId: z.nullable(z.number()) })),
  /** Only for documents whose text contains the words: the page, and the words as written there. */
  inText: z.optional(z.object({ page: z.number(), words: z.readonly(z.array(z.string())) })),
});
export type SearchHit = z.infer<typeof searchHit>;

const searchResponse = z.object({
  /** Grouped by type, the type with the best match first. Within a type, the best match comes first. */
  hits: z.array(searchHit),
  /** The number of matches of each type that has more than its hits. Counts up to 24. */
  counts: z.array(z.object({ kind, count: z.number() })),
  /** The types that couldn't be searched in time. */
  unanswered: z.array(kind),
});
export type SearchResponse = z.infer<typeof searchResponse>;

export const search = endpoint({
  method: "GET",
  path: "/api/search",
  action: "search.read",
  summary: "Search all records you can access",
  query: z.object({
    q: z.string("q is required.").check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters.")),
  }),
  response: searchResponse,
});

const maxRecords = 12;
const recordPattern = new RegExp(`^(${searchKinds.join("|")})-([1-9]\\d{0,14})$`);
const recordsMessage = `records must be up to ${maxRecords} records such as work-order-12, separated by commas.`;

/** Returns the record that `text` names. */
export function parseRecord(text: string): Pick<SearchHit, "kind" | "id"> | undefined {
  const [, name, id] = recordPattern.exec(text) ?? [];
  const matchingKind = searchKinds.find((searchKind) => searchKind === name);
  return matchingKind === undefined ? undefined : { kind: matchingKind, id: Number(id) };
}

export const readRecords = endpoint({
  method: "GET",
  path: "/api/search/records",
  action: "search.read",
  summary: "Get specific records you can still access, as shown in search",
  query: z.object({
    records: z
      .string(recordsMessage)
      .check(
        z.refine(
          (text) =>
            text.split(",").length <= maxRecords &&
            text.split(",").every((record) => recordPattern.test(record)),
          recordsMessage,
        ),
      ),
  }),
  response: z.array(searchHit),
});
