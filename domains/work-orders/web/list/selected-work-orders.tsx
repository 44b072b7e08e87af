import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { formatVisit, formatWallTime } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { useBulkChange } from "#web/list/use-bulk-change.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { proposeVisit } from "../../appointment-contract.ts";
import {
  assignWorkOrder,
  changeStatus,
  editWorkOrder,
  exportWorkOrders,
  setDueDate,
  type WorkOrder,
  type WorkOrderRow,
  workOrder,
} from "../../contract.ts";
import { priorities, priorityLabels } from "../../priorities.ts";
import { statuses, statusLabels } from "../../status.ts";
import { getPreviousAssignment } from "../assignment/mutations.ts";
import { toDueAt } from "../due-date/due-at.ts";
import { assigneesQuery } from "../queries.ts";
import { refetchWorkOrders, showWorkOrder } from "../refetch.ts";
import { type TypedVisit, toProposal } from "../visits/typed-visit.ts";
import type { WorkOrderFilters } from "./work-order-list.tsx";

const DueDialog = lazyPart(() =>
  import("../due-date/due-dialog.tsx").then((module) => ({ default: module.DueDialog })),
);

const VisitDialog = lazyPart(() =>
  import("../visits/visit-dialog.tsx").then((module) => ({ default: module.VisitDialog })),
);

interface SelectedWorkOrdersProps {
  selection: Pick<Selection<WorkOrderRow>, "rows" | "clear">;
  sort: WorkOrderFilters["sort"];
  position: "header" | "bottom";
}

type WorkOrderRowList = readonly WorkOrderRow[];

/** Changes the selected work orders, or `rows` if given. */
type ChangeAll = (
  change: (row: WorkOrderRow) => Promise<WorkOrder>,
  options: {
    title: string;
    /** Formats the description of the toast. `workOrders` is their number, such as `2 work orders`. */
    describe: (workOrders: string) => string;
    rows?: WorkOrderRowList;
    onDone?: () => void;
    /** Returns how to undo a change, or undefined if the user can't. */
    getUndo?: (row: WorkOrderRow, changed: WorkOrder) => (() => Promise<WorkOrder>) | undefined;
  },
) => void;

interface BulkAssignment {
  person: Person | null;
  /** The work that others have started. */
  runningRows: WorkOrderRowList;
}

/** Bulk actions for staff. Each work order is changed with its own request. */
export function SelectedWorkOrders({ selection: { rows, clear }, sort, position }: SelectedWorkOrdersProps) {
  const queryClient = useQueryClient();
  const changes = useBulkChange<WorkOrderRow>();
  const canEdit = useCan("work-orders.edit");

  const canSetDue = useCan("work-orders.set-due");
  // The work orders that a dialog is open for. A change might remove them from the list.
  const [dueDateRows, setDueDateRows] = useState<WorkOrderRowList>();
  const [visitRows, setVisitRows] = useState<WorkOrderRowList>();

  const [assignment, setAssignment] = useState<BulkAssignment>();

  const changeAll: ChangeAll = (change, { title, describe, rows: rowsToChange = rows, onDone, getUndo }) => {
    const changedOrders: WorkOrder[] = [];
    const undoById = new Map<number, (() => Promise<WorkOrder>) | undefined>();
    const undo = () =>
      changeAll(async ({ id }) => undoById.get(id)?.() ?? Promise.reject(new Error("Nothing to undo.")), {
        title: "Change Undone",
        describe: (workOrders) => `${workOrders} changed back.`,
        rows: changedOrders,
      });
    changes.start(rowsToChange, {
      changeRow: async (row) => {
        const changed = await change(row);
        showWorkOrder(queryClient, changed);
        changedOrders.push(changed);
        undoById.set(row.id, getUndo?.(row, changed));
      },
      getCurrent: (error) => getCurrentRecord(workOrder, error),
      onDone: (count) => {
        const canUndo = [...undoById.values()].every((undoOne) => undoOne !== undefined);
        toast({
          title,
          description: describe(count === 1 ? "1 work order" : `${count} work orders`),
          ...(canUndo && { action: { label: "Undo", onPress: undo } }),
        });
        onDone?.();
      },
      onSettled: () => void refetchWorkOrders(queryClient),
    });
  };

  const assignAll = (person: Person | null) => {
    setAssignment(undefined);
    const userId = person?.id ?? null;
    changeAll(({ id, version }) => call(assignWorkOrder, { params: { id }, body: { userId }, version }), {
      title: person === null ? "Work Orders Unassigned" : "Work Orders Assigned",
      describe: (workOrders) =>
        `${workOrders} ${person === null ? "unassigned" : `assigned to ${person.fullName}`}.`,
      getUndo: (row, changed) => {
        const body = getPreviousAssignment(row, changed);
        const { id, version } = changed;
        return body && (() => call(assignWorkOrder, { params: { id }, body, version }));
      },
    });
  };
  const askToAssign = (person: Person | null) => {
    const runningRows = rows.filter(
      ({ status, assignee }) =>
        status === "in_progress" && assignee !== null && assignee.id !== (person?.id ?? null),
    );
    if (runningRows.length === 0) assignAll(person);
    else setAssignment({ person, runningRows });
  };

  const proposeVisits = (visit: TypedVisit) => {
    setVisitRows(undefined);
    changeAll(
      ({ id, timeZone }) => call(proposeVisit, { params: { id }, body: toProposal(visit, timeZone) }),
      {
        title: "Visits Proposed",
        describe: (workOrders) =>
          `${workOrders}: visit proposed for ${formatVisit(toProposal(visit, "UTC"), "UTC")}.`,
        rows: visitRows,
      },
    );
  };
  const setDueDates = (due: WallTime | null) => {
    setDueDateRows(undefined);
    changeAll(
      (row) =>
        call(setDueDate, {
          params: { id: row.id },
          body: { dueAt: toDueAt(due, row) },
          version: row.version,
        }),
      due === null
        ? { title: "Due Dates Removed", describe: (workOrders) => `${workOrders} now without a due date.` }
        : {
            title: "Due Dates Set",
            describe: (workOrders) => `${workOrders} now due ${formatWallTime(due)}.`,
            rows: dueDateRows,
          },
    );
  };

  return (
    <>
      <SelectionBar
        noun="work orders"
        position={position}
        count={rows.length}
        onClear={clear}
        bulkChange={changes}
        getName={({ id, title }) => `${workOrderNumber(id)} ${title}`}
      >
        <ChangeMenu label="Assign">
          <AssigneeItems rows={rows} onAssign={askToAssign} />
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
                    describe: (workOrders) => `${workOrders} set to “${statusLabels[status]}”.`,
                    ...(status === "scheduled" ? { onDone: () => setVisitRows(rows) } : {}),
                    getUndo: (row, { id, version, can }) => {
                      const previous = can.moveTo.find((other) => other === row.status);
                      if (previous === undefined) return undefined;
                      return () =>
                        call(changeStatus, { params: { id }, body: { status: previous }, version });
                    },
                  },
                )
              }
            >
              {statusLabels[status]}
            </MenuItem>
          ))}
        </ChangeMenu>
        {canEdit && (
          <ChangeMenu label="Priority">
            {priorities.map((priority) => (
              <MenuItem
                key={priority}
                onSelect={() =>
                  changeAll((row) => call(editWorkOrder, toEditRequest(row, priority)), {
                    title: "Priority Updated",
                    describe: (workOrders) =>
                      `${workOrders} set to ${priorityLabels[priority].toLowerCase()} priority.`,
                  })
                }
              >
                {priorityLabels[priority]}
              </MenuItem>
            ))}
          </ChangeMenu>
        )}
        {canSetDue && (
          <ChangeMenu label="Due date">
            <MenuItem onSelect={() => setDueDateRows(rows)}>Select...</MenuItem>
            <MenuItem onSelect={() => setDueDates(null)}>No due date</MenuItem>
          </ChangeMenu>
        )}
        <ExportLink
          endpoint={exportWorkOrders}
          query={{ sort, ids: rows.map(({ id }) => id).join(",") }}
          what="the selected work orders"
          size="sm"
        />
      </SelectionBar>
      {assignment !== undefined && (
        <ConfirmDialog
          isOpen
          title="Reassign work in progress?"
          description={`${assignment.runningRows.map(describeRunningWork).join(", ")}. ${assignment.runningRows.length === 1 ? "The technician" : "The technicians"} will be notified.`}
          confirmLabel={assignment.person === null ? "Unassign" : `Assign to ${assignment.person.fullName}`}
          onConfirm={() => assignAll(assignment.person)}
          onClose={() => setAssignment(undefined)}
        />
      )}
      <Suspense>
        {visitRows !== undefined && (
          <VisitDialog
            title="When should the visits be?"
            description="These work orders are now Scheduled. Times use each property's time zone."
            cancelLabel="Skip"
            isBusy={false}
            error={null}
            onPropose={proposeVisits}
            onClose={() => setVisitRows(undefined)}
          />
        )}
        {dueDateRows !== undefined && (
          <DueDialog
            title="Set due date"
            isBusy={false}
            onSubmit={setDueDates}
            onClose={() => setDueDateRows(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const describeRunningWork = ({ id, assignee }: WorkOrderRow): string =>
  `${assignee?.fullName} has started ${workOrderNumber(id)}`;

function toEditRequest(row: WorkOrderRow, priority: (typeof priorities)[number]) {
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

interface AssigneeItemsProps {
  rows: readonly WorkOrderRow[];
  onAssign: (person: Person | null) => void;
}

/**
 * The staff who work at the properties of all selected work orders. Technicians can only assign work orders
 * to themselves and release their own.
 */
function AssigneeItems({ rows, onAssign }: AssigneeItemsProps) {
  const { id: currentUserId, fullName, role } = useUser();
  const isTechnician = role === "maintenance";
  const oneIdPerProperty = [...new Map(rows.map(({ propertyId, id }) => [propertyId, id])).values()];
  const staff = useQueries({
    queries: isTechnician ? [] : oneIdPerProperty.map((id) => assigneesQuery(id)),
    combine: (queries) => ({
      isPending: queries.some(({ isPending }) => isPending),
      hasFailed: queries.some(({ isError }) => isError),
      commonStaff: intersectPeople(queries.map(({ data = [] }) => data)),
    }),
  });
  const people = isTechnician ? [{ id: currentUserId, fullName }] : staff.commonStaff;
  return (
    <>
      {!isTechnician && <MenuHeading>{getHeading(staff, people.length)}</MenuHeading>}
      <div className="max-h-72 overflow-y-auto">
        {people.map((person) => (
          <MenuItem key={person.id} onSelect={() => onAssign(person)}>
            {isTechnician ? "Me" : person.fullName}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem onSelect={() => onAssign(null)}>Unassigned</MenuItem>
    </>
  );
}

interface Person {
  id: number;
  fullName: string;
}

const intersectPeople = ([
  firstList = [],
  ...otherLists
]: readonly (readonly Person[])[]): readonly Person[] =>
  firstList.filter(({ id }) => otherLists.every((people) => people.some((person) => person.id === id)));

function getHeading({ isPending, hasFailed }: { isPending: boolean; hasFailed: boolean }, count: number) {
  if (isPending) return "Loading staff...";
  if (hasFailed) return "Couldn't load the staff list.";
  return count === 0 ? "No one works at all of these properties." : "Maintenance staff at these properties";
}
