import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { paging } from "./paging.ts";

export type ListEndpoint = Endpoint & { method: "GET"; query?: z.ZodMiniObject };
type Unpaged<Value> = Omit<Value, keyof typeof paging>;

/** The endpoint of a whole list as a file, made from the list's endpoint by `csvOf`. */
export type CsvEndpoint<L extends ListEndpoint> = Endpoint & {
  method: "GET";
  responseKind: "csv";
  query: L["query"] extends z.ZodMiniObject
    ? z.ZodMiniType<Unpaged<z.output<L["query"]>>, Unpaged<z.input<L["query"]>>>
    : z.ZodMiniType<object, object>;
} & (L["params"] extends z.ZodMiniType ? { params: L["params"] } : object);

/**
 * A list as CSV, at the list's own address with `.csv`: the same filters, permission and access scope, without the paging.
 * @__NO_SIDE_EFFECTS__
 */
export function csvOf<const L extends ListEndpoint>(list: L): CsvEndpoint<L> {
  const filters = Object.entries(list.query?.shape ?? {}).filter(([name]) => !(name in paging));
  return {
    method: "GET",
    path: `${list.path}.csv`,
    action: list.action,
    summary: `As CSV, whole: ${list.summary}`,
    ...(list.params !== undefined && { params: list.params }),
    query: z.object(Object.fromEntries(filters)),
    response: z.unknown(),
    responseKind: "csv",
    // The remaining shapes have the types that CsvEndpoint declares.
  } as unknown as CsvEndpoint<L>;
}
