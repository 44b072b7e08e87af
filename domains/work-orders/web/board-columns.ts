import type { WorkOrderRow } from "../contract.ts";
import { type BoardColumn, boardColumns } from "../status.ts";

/** A part of a column, as one response of the server brought it. */
export interface ColumnPage {
  rows: WorkOrderRow[];
  /** The whole column, from X-Total-Count; as many as are here when the server did not say. */
  total: number;
  /** Where the next part begins; null at the end. */
  nextCursor: number | null;
}

/** A column as the query cache keeps it. */
export interface ColumnData {
  pages: ColumnPage[];
  pageParams: (number | null)[];
}

export type BoardSort = "newest" | "oldest";

/** Where an order stands: urgent ones in Open, cancelled and unknown ones nowhere (requirements, "`in-progress`"). */
export function columnOf(status: string): BoardColumn | undefined {
  if (status === "urgent") return "open";
  return boardColumns.find((column) => column === status);
}

type Pages = Pick<ColumnData, "pages">;

export const rowsOf = (data: Pages | undefined): WorkOrderRow[] =>
  data === undefined ? [] : data.pages.flatMap((page) => page.rows);

export const totalOf = (data: Pages | undefined): number | undefined => data?.pages[0]?.total;

/** Where `id` belongs among `rows`, which stand newest first or oldest first. */
export function placeAmong(rows: readonly WorkOrderRow[], id: number, sort: BoardSort): number {
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

/** The column without `id`, or the same column when it is not in it. */
export function withoutRow(data: ColumnData, id: number): ColumnData {
  if (!rowsOf(data).some((row) => row.id === id)) return data;
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
 * The column with `row` at its place. Beyond what is loaded only the count grows: the row comes with its own part of the
 * column when somebody scrolls there.
 */
export function withRow(data: ColumnData, row: WorkOrderRow, sort: BoardSort): ColumnData {
  const isHere = rowsOf(data).some((other) => other.id === row.id);
  if (isHere)
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
    return placeAmong(page.rows, row.id, sort) < page.rows.length;
  });
  const page = pages[place];
  if (page !== undefined) {
    const at = placeAmong(page.rows, row.id, sort);
    pages[place] = { ...page, rows: [...page.rows.slice(0, at), row, ...page.rows.slice(at)] };
  }
  return { ...data, pages };
}

/**
 * The column after its first part was fetched again: that part is taken as it came, what was loaded beyond it stays. So
 * a refresh is one request however far somebody has scrolled.
 */
export function withHead(data: ColumnData, head: ColumnPage, sort: BoardSort): ColumnData {
  const last = head.rows.at(-1);
  if (head.nextCursor === null || last === undefined) return { pages: [head], pageParams: [null] };
  const loaded = rowsOf(data);
  const beyond = loaded.slice(placeAmong(loaded, last.id, sort)).filter((row) => row.id !== last.id);
  if (beyond.length === 0 || data.pages.length < 2) return { pages: [head], pageParams: [null] };
  const tail: ColumnPage = {
    rows: beyond,
    total: head.total,
    nextCursor: data.pages.at(-1)?.nextCursor ?? null,
  };
  return { pages: [head, tail], pageParams: [null, head.nextCursor] };
}
