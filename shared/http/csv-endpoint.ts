import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { paging } from "./paging.ts";

export type ListEndpoint = Endpoint & { method: "GET"; query?: z.ZodMiniObject };
type WithoutPaging<Value> = Omit<Value, keyof typeof paging>;

/** The CSV endpoint of a whole list, created from the list's endpoint by `csvEndpoint`. */
export type CsvEndpoint<L extends ListEndpoint> = Endpoint & {
  method: "GET";
  action: L["action"];
  responseKind: "csv";
  query: L["query"] extends z.ZodMiniObject
    ? z.ZodMiniType<WithoutPaging<z.output<L["query"]>>, WithoutPaging<z.input<L["query"]>>>
    : z.ZodMiniType<object, object>;
} & (L["params"] extends z.ZodMiniType ? { params: L["params"] } : object);

/**
 * Creates the endpoint of a list as CSV, at the list's own path with `.csv`, with the same filters,
 * permission, and access scope, but without paging.
 * @__NO_SIDE_EFFECTS__
 */
export function csvEndpoint<const L extends ListEndpoint>(list: L): CsvEndpoint<L> {
  const filters = Object.entries(list.query?.shape ?? {}).filter(([name]) => !(name in paging));
  return {
    method: "GET",
    path: `${list.path}.csv`,
    action: list.action,
    summary: `Export as CSV: ${list.summary}`,
    ...(list.params !== undefined && { params: list.params }),
    query: z.object(Object.fromEntries(filters)),
    response: z.unknown(),
    responseKind: "csv",
    // The remaining shapes have the types that CsvEndpoint declares.
  } as unknown as CsvEndpoint<L>;
}
