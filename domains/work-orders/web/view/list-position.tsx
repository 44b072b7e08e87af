import { type Query, useIsFetching, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatTotal } from "#shared/http/paging.ts";
import { ChevronLeft, ChevronRight } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { readStatus, statusLabel } from "../../status.ts";
import { workOrderKeys } from "../query-keys.ts";

interface LoadedList {
  rows: readonly Pick<WorkOrderRow, "id">[];
  total: number;
}

/** The query in the key of a list with pages (`listPageQuery`). */
interface ListQuery {
  status?: string;
  page?: number;
  pageSize?: number;
}

/** The work order's position in the list behind it, with buttons for the previous and next work orders. */
export function ListPosition({ id, onShow }: { id: number; onShow: (id: number) => void }) {
  const listPosition = useListPosition(id);
  if (listPosition === undefined) return null;
  const { position, total, status, previous, next } = listPosition;
  const renderStepButton = (targetId: number | undefined, label: string, icon: ReactNode) => (
    <IconButton
      label={label}
      className="h-5! w-6! [&_svg]:size-4!"
      disabled={targetId === undefined}
      onClick={() => targetId !== undefined && onShow(targetId)}
    >
      {icon}
    </IconButton>
  );
  return (
    <span className="ml-2 flex items-center tabular-nums print:hidden">
      {renderStepButton(previous, "Previous work order", <ChevronLeft aria-hidden="true" />)}
      {`${position} of ${formatTotal(total)}`}
      {status !== undefined && ` ${statusLabel(readStatus(status))}`}
      {renderStepButton(next, "Next work order", <ChevronRight aria-hidden="true" />)}
    </span>
  );
}

function useListPosition(id: number) {
  const cache = useQueryClient().getQueryCache();
  // Rerenders when a list has loaded.
  useIsFetching({ queryKey: workOrderKeys.lists });
  for (const query of cache.findAll({ queryKey: workOrderKeys.lists, type: "active" })) {
    const list = readList(query);
    const index = list?.rows.findIndex((row) => row.id === id) ?? -1;
    if (list === undefined || index === -1) continue;
    const { status, page = 1, pageSize = 0 } = (query.queryKey[2] ?? {}) as ListQuery;
    return {
      position: (page - 1) * pageSize + index + 1,
      total: list.total,
      status,
      previous: list.rows[index - 1]?.id,
      next: list.rows[index + 1]?.id,
    };
  }
  return undefined;
}

/** Returns the rows of a page, or of all loaded parts of a list that grows on demand. */
function readList({ queryKey, state }: Query): LoadedList | undefined {
  if (queryKey[1] === "page") return state.data as LoadedList | undefined;
  if (queryKey[1] !== "parts" || state.data === undefined) return undefined;
  const { pages } = state.data as { pages: LoadedList[] };
  return { rows: pages.flatMap(({ rows }) => rows), total: pages.at(-1)?.total ?? 0 };
}
