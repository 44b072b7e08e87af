import { preferenceKey } from "#web/session/storage-keys.ts";
import { workOrdersPath } from "../paths.ts";
import { type BoardColumn, boardColumns } from "../status.ts";
import { columnPageSize, defaultPageSize, filterNames, pageSizes } from "./list/list-query.ts";

interface PageLoad {
  pathname: string;
  search: string;
  user: { id: number; role: string };
}

/** The chunks and requests that the first view needs. They load while the app's own code is still loading. */
interface EarlyStart {
  /** Names of chunks (vite.config.ts). */
  chunks: readonly string[];
  /** Unused if the page's own request differs, for example because of an invalid filter. */
  requests: readonly string[];
}

export function getEarlyStart({ pathname, search, user }: PageLoad): EarlyStart {
  if (pathname !== workOrdersPath) return { chunks: [], requests: [] };
  const listChunks = ["work-orders-list"];
  const isTechnician = user.role === "maintenance";
  // See `useInitialView`.
  if (search === "" && (readPreference(user.id, "has-default-view") ?? isTechnician))
    return { chunks: listChunks, requests: ["/api/saved-views"] };

  const params = new URLSearchParams(search === "" && isTechnician ? "assignee=me" : search);
  const view = params.get("view");
  if (view === "week") return { chunks: listChunks, requests: [] };
  if (view !== "board") return { chunks: listChunks, requests: [buildListUrl(params, user.id)] };
  return {
    chunks: [...listChunks, "board"],
    requests: boardColumns.map((column) => buildColumnUrl(params, column)),
  };
}

function buildListUrl(params: URLSearchParams, userId: number): string {
  const sizes = [
    Number(params.get("pageSize")),
    readPreference(userId, "page-size:work-orders"),
    // Same as `useListUrl`, without its phone hook, which would load React here.
    matchMedia("(width < 40rem)").matches ? pageSizes[1] : defaultPageSize,
  ];
  const [size = defaultPageSize] = sizes.flatMap((size) => pageSizes.filter((option) => option === size));
  return buildUrl(params, { page: params.get("page") ?? "1", pageSize: String(size) });
}

const buildColumnUrl = (params: URLSearchParams, status: BoardColumn): string =>
  buildUrl(params, { age: "", status, page: "1", pageSize: String(columnPageSize) });

/** Puts the parameters in the order in which the page sends them. */
function buildUrl(params: URLSearchParams, listParams: Record<string, string>): string {
  const filters = filterNames.filter((name) => !(name in listParams));
  const query = [
    ...filters.map((name) => [name, params.get(name)?.trim() ?? ""]),
    ...Object.entries(listParams),
  ];
  return `/api/work-orders?${new URLSearchParams(query.filter(([, value]) => value !== ""))}`;
}

const readPreference = (userId: number, name: string): unknown =>
  JSON.parse(localStorage.getItem(preferenceKey(userId, name)) ?? "null");
