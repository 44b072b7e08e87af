import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, Suspense, useState } from "react";
import { formatVisit, formatWallTime } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { WallTime } from "#shared/wall-time.ts";
import { call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { exportAction, type SelectionAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { useChangeSelected } from "#web/list/use-change-selected.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
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

const CancelSeveralDialog = lazyPart(() =>
  import("../view/cancel-dialog.tsx").then((module) => ({ default: module.CancelSeveralDialog })),
);
const VisitDialog = lazyPart(() =>
  import("../visits/visit-dialog.tsx").then((module) => ({ default: module.VisitDialog })),
);

interface SelectedWorkOrdersProps {
  selection: ComponentProps<typeof SelectionBar<WorkOrderRow>>["selection"];
  sort: WorkOrderFilters["sort"];
  position: "header" | "bottom";
}

type WorkOrderRowList = readonly WorkOrderRow[];

interface BulkAssignment {
  person: Person | null;
  /** The selected work orders that someone else has started. */
  runningRows: WorkOrderRowList;
}

/** Bulk actions for staff. Each work order is changed by its own request. */
export function SelectedWorkOrders({ selection, sort, position }: SelectedWorkOrdersProps) {
  const { rows } = selection;
  const queryClient = useQueryClient();
  const { bulkChange, changeSelected } = useChangeSelected<WorkOrderRow>({
    nouns: ["work order", "work orders"],
    getCurrent: (error) => getCurrentRecord(workOrder, error),
    refetch: () => refetchWorkOrders(queryClient),
  });
  const canEdit = useCan("work-orders.edit");
  const canSetDue = useCan("work-orders.set-due");
  // The work orders that a dialog is open for. A change might remove them from the list.
  const [dueDateRows, setDueDateRows] = useState<WorkOrderRowList>();
  const [rowsToCancel, setRowsToCancel] = useState<WorkOrderRowList>();
  const [visitRows, setVisitRows] = useState<WorkOrderRowList>();
  const [assignment, setAssignment] = useState<BulkAssignment>();

  const showChanged = (changed: WorkOrder) => {
    showWorkOrder(queryClient, changed);
    return changed;
  };
  const changeAll = (
    change: Omit<Parameters<typeof changeSelected<WorkOrder>>[0], "rows">,
    rowsToChange = rows,
  ) =>
    changeSelected<WorkOrder>({
      ...change,
      rows: rowsToChange,
      change: async (row) => showChanged(await change.change(row)),
    });

  const assignAll = (person: Person | null) => {
    setAssignment(undefined);
    const userId = person?.id ?? null;
    changeAll({
      change: ({ id, version }) => call(assignWorkOrder, { params: { id }, body: { userId }, version }),
      title: person === null ? "Work Orders Unassigned" : "Work Orders Assigned",
      describe: (workOrders) =>
        `${workOrders} ${person === null ? "unassigned" : `assigned to ${person.fullName}`}.`,
      getUndo: (row, changed) => {
        const body = getPreviousAssignment(row, changed);
        const { id, version } = changed;
        return (
          body && (async () => showChanged(await call(assignWorkOrder, { params: { id }, body, version })))
        );
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
      {
        change: ({ id, timeZone }) =>
          call(proposeVisit, { params: { id }, body: toProposal(visit, timeZone) }),
        title: "Visits Proposed",
        describe: (workOrders) =>
          `${workOrders}: visit proposed for ${formatVisit(toProposal(visit, "UTC"), "UTC")}.`,
      },
      visitRows,
    );
  };
  const setDueDates = (due: WallTime | null) => {
    setDueDateRows(undefined);
    changeAll(
      {
        change: (row) =>
          call(setDueDate, {
            params: { id: row.id },
            body: { dueAt: toDueAt(due, row) },
            version: row.version,
          }),
        ...(due === null
          ? { title: "Due Dates Removed", describe: (workOrders) => `Due date removed from ${workOrders}.` }
          : {
              title: "Due Dates Set",
              describe: (workOrders) => `${workOrders} now due ${formatWallTime(due)}.`,
            }),
      },
      due === null ? rows : dueDateRows,
    );
  };
  const setStatus = (
    status: (typeof statuses)[number],
    { rowsToChange = rows, reason }: { rowsToChange?: WorkOrderRowList; reason?: string } = {},
  ) =>
    changeAll(
      {
        change: ({ id, version }) =>
          call(changeStatus, {
            params: { id },
            body: { status, ...(reason === undefined ? {} : { reason }) },
            version,
          }),
        title: "Status Updated",
        describe: (workOrders) => `${workOrders} set to “${statusLabels[status]}.”`,
        ...(status === "scheduled" && { onDone: () => setVisitRows(rows) }),
        getUndo: (row, { id, version, can }) => {
          const previous = can.moveTo.find((other) => other === row.status);
          // Cancelling again would need a reason.
          if (previous === undefined || previous === "cancelled") return undefined;
          return async () =>
            showChanged(await call(changeStatus, { params: { id }, body: { status: previous }, version }));
        },
      },
      rowsToChange,
    );
  const setPriority = (priority: (typeof priorities)[number]) =>
    changeAll({
      change: (row) => call(editWorkOrder, toEditRequest(row, priority)),
      title: "Priority Updated",
      describe: (workOrders) => `${workOrders} set to ${priorityLabels[priority].toLowerCase()} priority.`,
      getUndo: (row, changed) => async () =>
        showChanged(await call(editWorkOrder, toEditRequest(changed, row.priority))),
    });
  const actions: SelectionAction[] = [
    { label: "Assign", shortcut: "a", ...useAssignees(rows, askToAssign) },
    {
      label: "Status",
      choices: statuses.map((status) => ({
        label: statusLabels[status],
        run: () => (status === "cancelled" ? setRowsToCancel(rows) : setStatus(status)),
      })),
    },
    ...(canEdit
      ? [
          {
            label: "Priority",
            choices: priorities.map((priority) => ({
              label: priorityLabels[priority],
              run: () => setPriority(priority),
            })),
          },
        ]
      : []),
    ...(canSetDue
      ? [
          {
            label: "Due date",
            choices: [
              { label: "Select...", run: () => setDueDateRows(rows) },
              { label: "No due date", run: () => setDueDates(null) },
            ],
          },
        ]
      : []),
    exportAction(exportWorkOrders, { sort, ids: toIds(rows) }, "the selected work orders"),
  ];

  return (
    <>
      <SelectionBar
        noun="work orders"
        position={position}
        selection={selection}
        bulkChange={bulkChange}
        getName={({ id, title }) => `${workOrderNumber(id)} ${title}`}
        actions={actions}
      />
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
        {rowsToCancel !== undefined && (
          <CancelSeveralDialog
            count={rowsToCancel.length}
            onSubmit={(reason) => {
              setRowsToCancel(undefined);
              setStatus("cancelled", { rowsToChange: rowsToCancel, reason });
            }}
            onClose={() => setRowsToCancel(undefined)}
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

/**
 * The staff who work at every selected work order's property. Technicians can only assign work orders to
 * themselves and release their own.
 */
function useAssignees(rows: WorkOrderRowList, onAssign: (person: Person | null) => void) {
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
  return {
    ...(!isTechnician && { heading: getHeading(staff, people.length) }),
    choices: people.map((person) => ({
      key: person.id,
      label: isTechnician ? "Me" : person.fullName,
      run: () => onAssign(person),
    })),
    lastChoice: { label: "Unassigned", run: () => onAssign(null) },
  };
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
