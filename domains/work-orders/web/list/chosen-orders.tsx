import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { formatVisit, formatWallTime } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { call } from "#web/api-client.ts";
import { ChosenBar } from "#web/list/chosen-bar.tsx";
import { useChangeEach } from "#web/list/use-change-each.ts";
import type { Chosen } from "#web/list/use-chosen.ts";
import { currentOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.tsx";
import { proposeVisit } from "../../appointment-contract.ts";
import {
  assignWorkOrder,
  changeStatus,
  editWorkOrder,
  exportWorkOrders,
  setDueTime,
  type WorkOrderRow,
  workOrder,
} from "../../contract.ts";
import { priorities, priorityLabels } from "../../priorities.ts";
import { statuses, statusLabels } from "../../status.ts";
import { dueAtOf } from "../due-instant.ts";
import { placeOrder, refreshAfterChange } from "../order-cache.ts";
import { assigneesQuery } from "../queries.ts";
import { proposalOf, type TypedVisit } from "../visit-window.ts";
import type { OrderFilters } from "./order-list.tsx";

const DueDialog = lazyPart(() =>
  import("../due-dialog.tsx").then((module) => ({ default: module.DueDialog })),
);

const VisitDialog = lazyPart(() =>
  import("../visit-dialog.tsx").then((module) => ({ default: module.VisitDialog })),
);

interface ChosenOrdersProps {
  chosen: Pick<Chosen<WorkOrderRow>, "rows" | "clear">;
  sort: OrderFilters["sort"];
}

type Orders = readonly WorkOrderRow[];

/** Changes the chosen orders, or those of `of`. */
type ChangeAll = (
  change: (row: WorkOrderRow) => Promise<WorkOrderRow>,
  done: { title: string; is: string; of?: Orders | undefined; onDone?: () => void },
) => void;

/** What staff can do with several orders at once; each is changed by the call for one. */
export function ChosenOrders({ chosen: { rows, clear }, sort }: ChosenOrdersProps) {
  const queryClient = useQueryClient();
  const changes = useChangeEach<WorkOrderRow>();
  const mayEdit = useMay("work-orders.edit");

  const maySetDue = useMay("work-orders.set-due");
  // The orders that a dialog asks about; a change may take them out of the list.
  const [toSetDue, setToSetDue] = useState<Orders>();
  const [toVisit, setToVisit] = useState<Orders>();

  const changeAll: ChangeAll = (change, { title, is, of = rows, onDone }) =>
    changes.start(of, {
      change: async (row) => placeOrder(queryClient, await change(row)),
      currentOf: (error) => currentOf(workOrder, error),
      onDone: (count) => {
        toast({ title, description: `${count} work ${count === 1 ? "order is" : "orders are"} ${is} now.` });
        onDone?.();
      },
      onSettled: () => void refreshAfterChange(queryClient),
    });

  const proposeVisits = (visit: TypedVisit) => {
    setToVisit(undefined);
    changeAll(
      ({ id, timeZone }) => call(proposeVisit, { params: { id }, body: proposalOf(visit, timeZone) }),
      {
        title: "Visits Proposed",
        is: `to be visited ${formatVisit(proposalOf(visit, "UTC"), "UTC")}`,
        of: toVisit,
      },
    );
  };
  const setDueOfAll = (due: WallTime | null) => {
    setToSetDue(undefined);
    changeAll(
      (row) =>
        call(setDueTime, {
          params: { id: row.id },
          body: { dueAt: dueAtOf(due, row) },
          version: row.version,
        }),
      due === null
        ? { title: "Due Times Removed", is: "without a due time" }
        : { title: "Due Times Set", is: `due ${formatWallTime(due)}`, of: toSetDue },
    );
  };

  return (
    <>
      <ChosenBar
        noun="work orders"
        count={rows.length}
        clear={clear}
        changes={changes}
        nameOf={({ id, title }) => `${workOrderNumber(id)} ${title}`}
      >
        <ChangeMenu label="Assign">
          <People rows={rows} changeAll={changeAll} />
        </ChangeMenu>
        <ChangeMenu label="Status">
          {statuses.map((status) => (
            <MenuItem
              key={status}
              onSelect={() =>
                changeAll(
                  ({ id, version }) => call(changeStatus, { params: { id }, body: { status }, version }),
                  {
                    title: "Status Updated",
                    is: `“${statusLabels[status]}”`,
                    ...(status === "scheduled" ? { onDone: () => setToVisit(rows) } : {}),
                  },
                )
              }
            >
              {statusLabels[status]}
            </MenuItem>
          ))}
        </ChangeMenu>
        {mayEdit && (
          <ChangeMenu label="Priority">
            {priorities.map((priority) => (
              <MenuItem
                key={priority}
                onSelect={() =>
                  changeAll((row) => call(editWorkOrder, editOf(row, priority)), {
                    title: "Priority Updated",
                    is: `of ${priorityLabels[priority].toLowerCase()} priority`,
                  })
                }
              >
                {priorityLabels[priority]}
              </MenuItem>
            ))}
          </ChangeMenu>
        )}
        {maySetDue && (
          <ChangeMenu label="Due time">
            <MenuItem onSelect={() => setToSetDue(rows)}>Choose...</MenuItem>
            <MenuItem onSelect={() => setDueOfAll(null)}>No due time</MenuItem>
          </ChangeMenu>
        )}
        <ExportLink
          endpoint={exportWorkOrders}
          query={{ sort, ids: rows.map(({ id }) => id).join(",") }}
          what="the selected work orders"
          size="sm"
        />
      </ChosenBar>
      <Suspense>
        {toVisit !== undefined && (
          <VisitDialog
            title="When are the visits?"
            description="The orders are scheduled. Times are those of each building."
            cancelLabel="Skip"
            isBusy={false}
            error={null}
            propose={proposeVisits}
            onClose={() => setToVisit(undefined)}
          />
        )}
        {toSetDue !== undefined && (
          <DueDialog
            title="When are they due?"
            isBusy={false}
            onSubmit={setDueOfAll}
            onClose={() => setToSetDue(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function editOf(row: WorkOrderRow, priority: (typeof priorities)[number]) {
  const { id, version, title, description, category, location, status } = row;
  return { params: { id }, version, body: { title, description, category, location, status, priority } };
}

function ChangeMenu({ label, children }: { label: string; children: ReactNode }) {
  const canWrite = useIsServerReachable();
  return (
    <Menu
      label={label}
      align="start"
      trigger={(props) => (
        <Button {...props} size="sm" disabled={!canWrite}>
          {label}...
        </Button>
      )}
    >
      {children}
    </Menu>
  );
}

interface PeopleProps {
  rows: readonly WorkOrderRow[];
  changeAll: ChangeAll;
}

/** Those who work in the buildings of all the orders; technicians take orders and release their own. */
function People({ rows, changeAll }: PeopleProps) {
  const { id: ownId, fullName, role } = useUser();
  const isTechnician = role === "maintenance";
  const ofBuildings = [...new Map(rows.map(({ propertyId, id }) => [propertyId, id])).values()];
  const staff = useQueries({
    queries: isTechnician ? [] : ofBuildings.map((id) => assigneesQuery(id)),
    combine: (queries) => ({
      isPending: queries.some(({ isPending }) => isPending),
      hasFailed: queries.some(({ isError }) => isError),
      everywhere: inAll(queries.map(({ data = [] }) => data)),
    }),
  });
  const people = isTechnician ? [{ id: ownId, fullName }] : staff.everywhere;
  const assign = (userId: number | null, is: string) =>
    changeAll(({ id, version }) => call(assignWorkOrder, { params: { id }, body: { userId }, version }), {
      title: userId === null ? "Assignments Taken Back" : "Work Orders Assigned",
      is,
    });
  return (
    <>
      {!isTechnician && <MenuHeading>{headingFor(staff, people.length)}</MenuHeading>}
      <div className="max-h-72 overflow-y-auto">
        {people.map((person) => (
          <MenuItem key={person.id} onSelect={() => assign(person.id, `assigned to ${person.fullName}`)}>
            {isTechnician ? "Me" : person.fullName}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem onSelect={() => assign(null, "unassigned")}>Unassigned</MenuItem>
    </>
  );
}

interface Person {
  id: number;
  fullName: string;
}

const inAll = ([first = [], ...others]: readonly (readonly Person[])[]): readonly Person[] =>
  first.filter(({ id }) => others.every((people) => people.some((person) => person.id === id)));

function headingFor({ isPending, hasFailed }: { isPending: boolean; hasFailed: boolean }, count: number) {
  if (isPending) return "Loading the staff of these buildings…";
  if (hasFailed) return "The staff of these buildings could not be loaded.";
  return count === 0 ? "Nobody works in all of these buildings." : "Maintenance staff of these buildings";
}
