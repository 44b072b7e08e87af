import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

export const searchHit = z.object({
  kind: z.enum(["work-order", "payment", "document"]),
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  /** Of a work order its status, of a payment its own; a document has none. */
  status: z.nullable(z.string()),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = endpoint({
  method: "GET",
  path: "/api/search",
  action: "search.read",
  summary: "Find what the caller may see",
  query: z.object({
    q: z
      .string("q must be given.")
      .check(z.trim(), z.maxLength(200, "Please search for at most 200 characters.")),
  }),
  answer: z.array(searchHit),
});
