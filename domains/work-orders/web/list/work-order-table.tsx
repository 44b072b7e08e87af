import { Suspense } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { EllipsisVertical, Eye, Pencil, Trash2 } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import type { ListUrl } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { listWorkOrders, type WorkOrderRow } from "../../contract.ts";
import { useApplyPendingChanges } from "../offline-queue/pending-work.ts";
import { PauseNote } from "../pauses/pause-note.tsx";
import type { OpenDialog } from "../view/dialog-path.ts";
import { useCanSelect } from "./can-select.ts";
import { statusOnlyColumn, workOrderColumns } from "./work-order-columns.tsx";
import type { workOrderList } from "./work-order-list.tsx";
import { WorkOrderRows } from "./work-order-rows.tsx";

const SelectedWorkOrders = lazyPart(() =>
  import("./selected-work-orders.tsx").then((module) => ({ default: module.SelectedWorkOrders })),
);

interface WorkOrderTableProps {
  listUrl: ListUrl<typeof workOrderList.filters>;
  /** The columns that the user added. */
  optionalColumns: readonly Column<WorkOrderRow>[];
  open: (target: OpenDialog) => void;
}

/** WO-14 to WO-21. */
export function WorkOrderTable({ listUrl, optionalColumns, open }: WorkOrderTableProps) {
  const loadedList = useList(listWorkOrders, listUrl, listUrl.filters);
  const applyPendingChanges = useApplyPendingChanges();
  const list = { ...loadedList, rows: loadedList.rows?.map(applyPendingChanges) };
  const columns = useColumns(open, optionalColumns);
  const selection = useSelection(list.rows);
  const canSelect = useCanSelect();
  const canChange = useCanChange();
  const canEdit = useCan("work-orders.edit");
  const isPhone = useIsPhone();
  const { sort } = listUrl.filters;
  return (
    <>
      {selection.wasUsed && canSelect && (
        <Suspense>
          <SelectedWorkOrders selection={selection} sort={sort} position="header" />
        </Suspense>
      )}
      <ListView
        list={list}
        itemNoun="results"
        errorTitle="Couldn't load work orders."
        skeleton={listUrl.pageSize}
        // WO-15
        emptyState={
          <EmptyState isPage title="No work orders found">
            Use “New Work Order” to report a problem. It will appear here.
          </EmptyState>
        }
        noMatches={{ title: "No work orders found", hint: "No work orders match these filters." }}
      >
        {(rows) =>
          isPhone ? (
            <WorkOrderRows
              caption="Work orders"
              rows={rows}
              onOpen={(id) => open({ kind: "view", id })}
              action={canChange ? ({ id }) => <WorkOrderActions id={id} onOpen={open} /> : undefined}
            />
          ) : (
            <Table
              caption="Work orders"
              columns={[...columns, ...optionalColumns]}
              rows={rows}
              rowKey={(row) => row.id}
              onOpen={(row) => open({ kind: "view", id: row.id })}
              sort={{
                value: sort ?? "newest",
                onChange: (nextSort) => listUrl.setFilters({ sort: nextSort === "newest" ? "" : nextSort }),
              }}
              onEdit={canEdit ? ({ id }) => open({ kind: "edit", id }) : undefined}
              onAssign={canSelect ? (row) => selection.press("a", row) : undefined}
              selection={canSelect ? { ...selection, getName: ({ id }) => workOrderNumber(id) } : undefined}
            />
          )
        }
      </ListView>
    </>
  );
}

function useColumns(
  onOpen: (target: OpenDialog) => void,
  optionalColumns: readonly Column<WorkOrderRow>[],
): Column<WorkOrderRow>[] {
  const canChange = useCanChange();
  const isCrowded = optionalColumns.length > 2;
  const hasColumn = (key: string) => optionalColumns.some((column) => column.key === key);
  return [
    workOrderColumns.id,
    {
      key: "issue",
      header: "Issue",
      className: "sm:max-w-100 sm:min-w-28",
      cell: (row) => (
        <span className="flex items-center gap-x-2.5">
          {!hasColumn("priority") && (
            // Smaller screens have room only for the bars.
            <span className="w-3.5 shrink-0 xl:w-16 max-xl:[&_.font-medium]:sr-only">
              <Priority level={row.priority} status={row.status} />
            </span>
          )}
          <span className="min-w-0">
            <span
              className="line-clamp-2 font-semibold min-[90rem]:line-clamp-(--row-lines)"
              title={row.title}
            >
              {row.title}
            </span>
            {row.awaitingApproval && (
              <Badge tone="gray" hasMark={false}>
                Not yet approved
              </Badge>
            )}
            <PauseNote order={row} className="line-clamp-1 text-sm" />
          </span>
        </span>
      ),
    },
    workOrderColumns.category,
    workOrderColumns.location,
    workOrderColumns.reported,
    hasColumn("assignee") ? statusOnlyColumn : workOrderColumns.status,
    {
      key: "action",
      header: "Action",
      cell: ({ id }) => (
        <span className="-my-1 inline-flex items-center">
          <Button
            size="sm"
            variant="link"
            // Smaller screens and crowded tables have no room for both. The menu also contains View.
            className={classes(canChange && (isCrowded ? "hidden" : "max-xl:hidden"))}
            aria-label={`View ${workOrderNumber(id)}`}
            onClick={() => onOpen({ kind: "view", id })}
          >
            View
          </Button>
          {canChange && <WorkOrderActions id={id} onOpen={onOpen} />}
        </span>
      ),
    },
  ];
}

/** WO-20: everyone can view. Edit and Delete depend on permissions. */
const useCanChange = (): boolean => [useCan("work-orders.edit"), useCan("work-orders.delete")].includes(true);

interface ActionsProps {
  id: number;
  onOpen: (target: OpenDialog) => void;
}

function WorkOrderActions({ id, onOpen }: ActionsProps) {
  const canEdit = useCan("work-orders.edit");
  const canDelete = useCan("work-orders.delete");
  const number = workOrderNumber(id);
  return (
    <Menu
      label={`Actions for ${number}`}
      trigger={(props) => (
        <IconButton
          {...props}
          label={`Actions for ${number}`}
          className="sm:pointer-fine:size-(--control-sm)!"
        >
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => onOpen({ kind: "view", id })}>
        View
      </MenuItem>
      {canEdit && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen({ kind: "edit", id })}>
          Edit
        </MenuItem>
      )}
      {canDelete && (
        <>
          <MenuSeparator />
          <MenuItem
            isDestructive
            icon={<Trash2 aria-hidden="true" />}
            onSelect={() => onOpen({ kind: "delete", id })}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
