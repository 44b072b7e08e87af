import { Suspense } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ClipboardList, EllipsisVertical, Eye, Pencil, Trash2 } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useChosen } from "#web/list/use-chosen.ts";
import { useList } from "#web/list/use-list.ts";
import type { ListAddress } from "#web/list/use-list-address.ts";
import { useMay } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { listWorkOrders, type WorkOrderRow } from "../../contract.ts";
import type { OpenDialog } from "../dialog-address.ts";
import { PauseNote } from "../pause-note.tsx";
import { useRowsWithWaiting } from "../unsent/waiting-work.ts";
import { useMayChoose } from "./may-choose.ts";
import { IssueInShort, orderColumns } from "./order-columns.tsx";
import type { orderList } from "./order-list.tsx";

const ChosenOrders = lazyPart(() =>
  import("./chosen-orders.tsx").then((module) => ({ default: module.ChosenOrders })),
);

interface OrderTableProps {
  address: ListAddress<typeof orderList.filters>;
  /** Those that the user has added. */
  ownColumns: readonly Column<WorkOrderRow>[];
  open: (target: OpenDialog) => void;
}

/** WO-14 to WO-21. */
export function OrderTable({ address, ownColumns, open }: OrderTableProps) {
  const loaded = useList(listWorkOrders, address, address.filters);
  const list = { ...loaded, rows: useRowsWithWaiting(loaded.rows) };
  const columns = useColumns(open, ownColumns.length > 0);
  const chosen = useChosen(list.rows);
  const mayChoose = useMayChoose();
  const { sort } = address.filters;
  return (
    <>
      <ListView
        list={list}
        noun="results"
        failed="The work orders could not be loaded."
        skeleton={address.pageSize}
        // WO-15
        empty={
          <EmptyState icon={<ClipboardList />} title="No work orders found">
            What needs fixing is reported with “New Work Order”; it then appears here.
          </EmptyState>
        }
        nothingMatches={{ title: "No work orders found", hint: "Nothing matches these filters." }}
      >
        {(rows) => (
          <Table
            caption="Work orders"
            columns={[...columns, ...ownColumns]}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) => open({ kind: "view", id: row.id })}
            order={{
              value: sort ?? "newest",
              set: (next) => address.set({ sort: next === "newest" ? "" : next }),
            }}
            choice={mayChoose ? { ...chosen, nameOf: ({ id }) => workOrderNumber(id) } : undefined}
          />
        )}
      </ListView>
      {chosen.isBegun && mayChoose && (
        <Suspense>
          <ChosenOrders chosen={chosen} sort={sort} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(open: (target: OpenDialog) => void, isCrowded: boolean): Column<WorkOrderRow>[] {
  const mayEdit = useMay("work-orders.edit");
  const mayDelete = useMay("work-orders.delete");
  return [
    orderColumns.id,
    {
      key: "issue",
      header: "Issue",
      onPhone: "title",
      className: "sm:max-w-88 sm:min-w-28",
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="line-clamp-3 font-medium">{row.title}</span>
          {row.awaitingApproval && (
            <Badge tone="gray" hasDot={false}>
              Not yet approved
            </Badge>
          )}
          <PauseNote order={row} className="basis-full text-sm" />
        </span>
      ),
      phoneCell: (row) => <IssueInShort row={row} />,
    },
    orderColumns.category,
    orderColumns.location,
    orderColumns.reported,
    orderColumns.status,
    {
      key: "action",
      header: "Action",
      onPhone: mayEdit || mayDelete ? "action" : "hidden",
      phoneCell: ({ id }) => <Actions id={id} open={open} mayEdit={mayEdit} mayDelete={mayDelete} />,
      cell: (row) => (
        <span className="flex items-center gap-1">
          <Button
            size="sm"
            // Smaller screens and crowded tables have no room for both; the menu contains View as well.
            className={classes((mayEdit || mayDelete) && (isCrowded ? "hidden" : "max-xl:hidden"))}
            aria-label={`View ${workOrderNumber(row.id)}`}
            onClick={() => open({ kind: "view", id: row.id })}
          >
            View
          </Button>
          {(mayEdit || mayDelete) && (
            <Actions id={row.id} open={open} mayEdit={mayEdit} mayDelete={mayDelete} />
          )}
        </span>
      ),
    },
  ];
}

interface ActionsProps {
  id: number;
  open: (target: OpenDialog) => void;
  mayEdit: boolean;
  mayDelete: boolean;
}

/** WO-20: everybody may view; the permission table decides on Edit and Delete. */
function Actions({ id, open, mayEdit, mayDelete }: ActionsProps) {
  const number = workOrderNumber(id);
  return (
    <Menu
      label={`Actions for ${number}`}
      trigger={(props) => (
        <IconButton {...props} label={`Actions for ${number}`}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => open({ kind: "view", id })}>
        View
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => open({ kind: "edit", id })}>
          Edit
        </MenuItem>
      )}
      {mayDelete && (
        <>
          <MenuSeparator />
          <MenuItem
            isDestructive
            icon={<Trash2 aria-hidden="true" />}
            onSelect={() => open({ kind: "delete", id })}
          >
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
