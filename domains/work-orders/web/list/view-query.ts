import { withQuery } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { workOrdersPath } from "../../paths.ts";
import { listSavedViews, type SavedView } from "../../views-contract.ts";
import { workOrderList } from "./work-order-list.tsx";

export const viewsQuery = endpointQuery(listSavedViews, {});

const parameterNames = [...Object.keys(workOrderList.filters), "view"];

/**
 * Returns the query to save as a view of the current list.
 * @param columns the added columns, as in the URL
 */
export function toViewQuery(search: string, columns: string): string {
  const current = new URLSearchParams(search);
  const query = new URLSearchParams(parameterNames.map((name) => [name, current.get(name) ?? ""]));
  for (const name of parameterNames) if (query.get(name) === "") query.delete(name);
  query.set("columns", columns);
  return query.toString();
}

/** Returns the URL of a view: an ordinary list link that also identifies the view. */
export function toViewPath({ id, query }: Pick<SavedView, "id" | "query">): string {
  const params = new URLSearchParams(query);
  params.set("saved", String(id));
  return withQuery(workOrdersPath, params);
}

/**
 * Whether the list differs from the view it was opened from. Columns are ignored if the view was saved without
 * them.
 */
export function hasViewChanged({ query }: Pick<SavedView, "query">, currentQuery: string): boolean {
  const sortParams = (text: string) => {
    const params = new URLSearchParams(text);
    params.sort();
    return params;
  };
  const [savedParams, currentParams] = [sortParams(query), sortParams(currentQuery)];
  if (!savedParams.has("columns")) currentParams.delete("columns");
  return savedParams.toString() !== currentParams.toString();
}
