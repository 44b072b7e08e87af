import { useQuery } from "@tanstack/react-query";
import { formatTotal } from "#shared/http/paging.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import { listWorkOrders } from "../../contract.ts";
import type { BoardColumn } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";

/** What is worth knowing about a column, as a filter whose matches the server counts from an index. */
const facts = {
  open: { query: { status: "urgent" }, word: "urgent" },
  in_progress: { query: { status: "in_progress", due: "overdue" }, word: "overdue" },
  scheduled: { query: { status: "scheduled", due: "overdue" }, word: "overdue" },
  // Counting unsigned work orders would read all of them.
  completed: undefined,
} as const;

interface ColumnFactProps {
  column: BoardColumn;
  filters: BoardFilters;
}

/** `2 urgent` or `1 overdue` in the whole column. Renders nothing if there are none. */
export function ColumnFact({ column, filters }: ColumnFactProps) {
  const fact = facts[column];
  const { data } = useQuery({
    ...listPageQuery(listWorkOrders, { ...filters, ...fact?.query, page: 1, pageSize: 1 }),
    placeholderData: undefined,
    // A filter by due date already says more.
    enabled: fact !== undefined && filters.due === undefined,
  });
  if (fact === undefined || data === undefined || data.total === 0) return null;
  return <span className="truncate text-ink-soft text-xs">{`${formatTotal(data.total)} ${fact.word}`}</span>;
}
