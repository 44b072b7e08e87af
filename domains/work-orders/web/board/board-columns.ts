import type { WorkOrderRow } from "../../contract.ts";
import { type BoardColumn, boardColumns } from "../../status.ts";

/** One page of a column, as the server returned it. */
export interface ColumnPage {
  rows: WorkOrderRow[];
  /** The size of the whole column from X-Total-Count, or the number of loaded rows without that header. */
  total: number;
  /** The cursor of the next page. Null on the last page. */
  nextCursor: number | null;
}

/** A column in the query cache. */
export interface ColumnData {
  pages: ColumnPage[];
  pageParams: (number | null)[];
}

export type BoardSort = "newest" | "oldest";

/**
 * Returns the column for a status. Urgent is in Open. Cancelled and unknown statuses have no column
 * (requirements, "`in-progress`").
 */
export function getBoardColumn(status: string): BoardColumn | undefined {
  if (status === "urgent") return "open";
  return boardColumns.find((column) => column === status);
}

type Pages = Pick<ColumnData, "pages">;

export const getRows = (data: Pages | undefined): WorkOrderRow[] =>
  data === undefined ? [] : data.pages.flatMap((page) => page.rows);

export const getTotal = (data: Pages | undefined): number | undefined => data?.pages[0]?.total;

/** Returns the index at which `id` belongs in `rows`, which are sorted newest or oldest first. */
export function findInsertIndex(rows: readonly WorkOrderRow[], id: number, sort: BoardSort): number {
  const isBefore = (other: number) => (sort === "newest" ? other > id : other < id);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(rows[middle]?.id ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the column without `id`. Returns the same object if it isn't in the column. */
export function withoutRow(data: ColumnData, id: number): ColumnData {
  if (!getRows(data).some((row) => row.id === id)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      total: Math.max(0, page.total - 1),
      rows: page.rows.filter((row) => row.id !== id),
    })),
  };
}

/**
 * Returns the column with `row` inserted. If it belongs beyond the loaded rows, only the count increases. The
 * row is then loaded with its page when the user scrolls there.
 */
export function withRow(data: ColumnData, row: WorkOrderRow, sort: BoardSort): ColumnData {
  const isIncluded = getRows(data).some((other) => other.id === row.id);
  if (isIncluded)
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        rows: page.rows.map((other) => (other.id === row.id ? row : other)),
      })),
    };
  const pages = data.pages.map((page) => ({ ...page, total: page.total + 1 }));
  const place = pages.findIndex((page, index) => {
    const isLast = index === pages.length - 1;
    if (isLast && page.nextCursor === null) return true;
    return findInsertIndex(page.rows, row.id, sort) < page.rows.length;
  });
  const page = pages[place];
  if (page !== undefined) {
    const at = findInsertIndex(page.rows, row.id, sort);
    pages[place] = { ...page, rows: [...page.rows.slice(0, at), row, ...page.rows.slice(at)] };
  }
  return { ...data, pages };
}

/**
 * Returns the column after its first page was refetched: replaces that page and keeps the ones after it. A
 * refresh is therefore one request, however far the user has scrolled.
 */
export function withHead(data: ColumnData, head: ColumnPage, sort: BoardSort): ColumnData {
  const last = head.rows.at(-1);
  if (head.nextCursor === null || last === undefined) return { pages: [head], pageParams: [null] };
  const loaded = getRows(data);
  const beyond = loaded.slice(findInsertIndex(loaded, last.id, sort)).filter((row) => row.id !== last.id);
  if (beyond.length === 0 || data.pages.length < 2) return { pages: [head], pageParams: [null] };
  const tail: ColumnPage = {
    rows: beyond,
    total: head.total,
    nextCursor: data.pages.at(-1)?.nextCursor ?? null,
  };
  return { pages: [head, tail], pageParams: [null, head.nextCursor] };
}
