import { useQuery } from "@tanstack/react-query";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ClipboardList, EllipsisVertical, Eye, Pencil, SearchX, Trash2 } from "#web/icons.ts";
import { useExistingPage } from "#web/list-page.ts";
import { useMay } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { WorkOrderRow } from "../contract.ts";
import type { OpenDialog } from "./dialog-address.ts";
import { pageSizes } from "./filters.ts";
import { orderColumns } from "./order-columns.tsx";
import { listPageQuery } from "./queries.ts";
import type { ListControls } from "./use-list-address.ts";

/** On a tablet the seven columns move closer together. */
const close =
  "sm:max-lg:[&_:is(td,th):not(:first-child)]:pl-1.5 sm:max-lg:[&_:is(td,th):not(:last-child)]:pr-1.5";

/** WO-14 to WO-21. Previous rows stay, dimmed, while the next ones are on their way. */
export function OrderTable({ address }: { address: ListControls }) {
  const { list, open, setPage, setPageSize } = address;
  const { filters, page, pageSize } = list;
  const orders = useQuery(listPageQuery({ ...filters, page, pageSize }));
  const columns = useColumns(open);
  const pageCount = useExistingPage(orders, { page, pageSize, open: setPage });

  if (orders.isPending)
    return (
      <Card>
        <SkeletonRows count={pageSize} />
      </Card>
    );
  if (orders.isError)
    return (
      <Card>
        <ErrorState
          title="The work orders could not be loaded."
          error={orders.error}
          onRetry={() => void orders.refetch()}
          isRetrying={orders.isFetching}
        />
      </Card>
    );
  const { rows } = orders.data;
  return (
    <Card className={classes("transition-opacity", close, orders.isPlaceholderData && "opacity-60")}>
      {rows.length === 0 ? (
        <NothingFound isFiltered={Object.keys(filters).length > 0} onClear={() => address.setFilters({})} />
      ) : (
        <Table
          caption="Work orders"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          onOpen={(row) => open({ kind: "view", id: row.id })}
        />
      )}
      {(pageCount > 1 || typeof orders.data.total !== "number" || pageSize !== pageSizes[0]) &&
        rows.length > 0 && (
          <div className="flex flex-wrap items-center justify-between border-line border-t">
            <PageSize value={pageSize} onChange={setPageSize} />
            <div className="grow">
              <Pagination page={page} pageSize={pageSize} total={orders.data.total} onPage={setPage} />
            </div>
          </div>
        )}
    </Card>
  );
}

function useColumns(open: (target: OpenDialog) => void): Column<WorkOrderRow>[] {
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
        </span>
      ),
    },
    orderColumns.category,
    orderColumns.location,
    orderColumns.reported,
    orderColumns.status,
    {
      key: "action",
      header: "Action",
      cell: (row) => (
        <span className="flex items-center gap-1">
          <Button
            size="sm"
            // Between phone and desk there is no room for both; the menu views as well.
            className={mayEdit || mayDelete ? "sm:max-lg:hidden" : undefined}
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

/** WO-20: viewing for everyone, Edit and Delete for whom the table of permissions says. */
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

/** WO-15. */
function NothingFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon={<ClipboardList />} title="No work orders found">
        What needs fixing is reported with “New Work Order”; it then appears here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title="No work orders found"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Nothing matches these filters.
    </EmptyState>
  );
}

function PageSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  return (
    <div className="flex items-center gap-2 pt-3 pl-4 max-sm:hidden sm:pb-3 sm:pl-5">
      <Select
        aria-label="Rows per page"
        className="w-32"
        options={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
        value={String(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
