import { preferenceKey } from "#web/session/storage-keys.ts";
import { workOrdersPath } from "../paths.ts";
import { type BoardColumn, boardColumns } from "../status.ts";
import { columnPageSize, defaultPageSize, filterNames, pageSizes } from "./list/list-query.ts";

interface Visit {
  pathname: string;
  search: string;
  user: { id: number; role: string };
}

/** What the list or the board starts with. It's loaded while the program is still loading. */
interface EarlyStart {
  /** Names of chunks (vite.config.ts). */
  chunks: readonly string[];
  /**
   * A request that differs from the one the page then sends, for example because of an invalid filter, isn't
   * used.
   */
  requests: readonly string[];
}

export function getEarlyStart({ pathname, search, user }: Visit): EarlyStart {
  if (pathname !== workOrdersPath) return { chunks: [], requests: [] };
  const list = ["work-orders-list"];
  const isTechnician = user.role === "maintenance";
  // See `useInitialView`.
  if (search === "" && (readPreference(user.id, "has-default-view") ?? isTechnician))
    return { chunks: list, requests: ["/api/saved-views"] };

  const address = new URLSearchParams(search === "" && isTechnician ? "assignee=me" : search);
  const view = address.get("view");
  if (view === "week") return { chunks: list, requests: [] };
  if (view !== "board") return { chunks: list, requests: [readList(address, user.id)] };
  return { chunks: [...list, "board"], requests: boardColumns.map((column) => readColumn(address, column)) };
}

function readList(address: URLSearchParams, userId: number): string {
  const sizes = [
    Number(address.get("pageSize")),
    readPreference(userId, "page-size:work-orders"),
    // See `useListUrl`. Its hook for phones would load React here.
    matchMedia("(width < 40rem)").matches ? pageSizes[1] : defaultPageSize,
  ];
  const [size = defaultPageSize] = sizes.filter((wanted) => pageSizes.some((size) => size === wanted));
  return toUrl(address, { page: address.get("page") ?? "1", pageSize: String(size) });
}

const readColumn = (address: URLSearchParams, status: BoardColumn): string =>
  toUrl(address, { age: "", status, page: "1", pageSize: String(columnPageSize) });

/** Builds the URL with its parameters in the order in which the page sends them. */
function toUrl(address: URLSearchParams, more: Record<string, string>): string {
  const filters = filterNames.filter((name) => !(name in more));
  const query = [...filters.map((name) => [name, address.get(name)?.trim() ?? ""]), ...Object.entries(more)];
  return `/api/work-orders?${new URLSearchParams(query.filter(([, value]) => value !== ""))}`;
}

const readPreference = (userId: number, name: string): unknown =>
  JSON.parse(localStorage.getItem(preferenceKey(userId, name)) ?? "null");
