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
  /** Only for a work order, a person and a payment. */
  status: z.nullable(z.string()),
  /** Only for a person. `propertyId` is the building in which a landlord finds them; an administrator needs none. */
  person: z.nullable(z.object({ role: z.enum(roles), propertyId: z.nullable(z.number()) })),
  /** Only for a document whose text has the words: the page, and how they are written there. */
  inText: z.optional(z.object({ page: z.number(), words: z.readonly(z.array(z.string())) })),
});
export type SearchHit = z.infer<typeof searchHit>;

const searchResponse = z.object({
  /** Kind by kind, the kind with the best hit first; within a kind, the best hit first. */
  hits: z.array(searchHit),
  /** The kinds that could not be searched in time. */
  unanswered: z.array(kind),
});
export type SearchResponse = z.infer<typeof searchResponse>;

export const search = endpoint({
  method: "GET",
  path: "/api/search",
  action: "search.read",
  summary: "Find what the user may see",
  query: z.object({
    q: z
      .string("q must be given.")
      .check(z.trim(), z.maxLength(200, "Please search for at most 200 characters.")),
  }),
  response: searchResponse,
});

const recordsMax = 12;
const recordForm = new RegExp(`^(${searchKinds.join("|")})-([1-9]\\d{0,14})$`);
const recordsSentence = `records must be up to ${recordsMax} of the form work-order-12, separated by commas.`;

/** The record that `text` names. */
export function recordNamed(text: string): Pick<SearchHit, "kind" | "id"> | undefined {
  const [, name, id] = recordForm.exec(text) ?? [];
  const known = searchKinds.find((one) => one === name);
  return known === undefined ? undefined : { kind: known, id: Number(id) };
}

export const readRecords = endpoint({
  method: "GET",
  path: "/api/search/records",
  action: "search.read",
  summary: "The named records that the user may still see, as the search shows them",
  query: z.object({
    records: z
      .string(recordsSentence)
      .check(
        z.refine(
          (text) =>
            text.split(",").length <= recordsMax && text.split(",").every((one) => recordForm.test(one)),
          recordsSentence,
        ),
      ),
  }),
  response: z.array(searchHit),
});
