import { withQuery } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { listSavedViews, type SavedView } from "../../views-contract.ts";
import { orderList } from "./order-list.tsx";

export const viewsQuery = endpointQuery(listSavedViews, {});

const names = [...Object.keys(orderList.filters), "view"];

/** What a view of the present list holds. @param columns the added columns as the address has them */
export function viewQueryOf(search: string, columns: string): string {
  const present = new URLSearchParams(search);
  const query = new URLSearchParams(names.map((name) => [name, present.get(name) ?? ""]));
  for (const name of names) if (query.get(name) === "") query.delete(name);
  query.set("columns", columns);
  return query.toString();
}

/** The address of a view: a link like any other, which also says from which view it comes. */
export function addressOfView({ id, query }: Pick<SavedView, "id" | "query">): string {
  const address = new URLSearchParams(query);
  address.set("saved", String(id));
  return withQuery(paths.workOrders, address);
}

/** Whether the list shows something else than the view that it comes from. A view without columns leaves them as they are. */
export function isChanged({ query }: Pick<SavedView, "query">, present: string): boolean {
  const inOrder = (text: string) => {
    const params = new URLSearchParams(text);
    params.sort();
    return params;
  };
  const [saved, shown] = [inOrder(query), inOrder(present)];
  if (!saved.has("columns")) shown.delete("columns");
  return saved.toString() !== shown.toString();
}
