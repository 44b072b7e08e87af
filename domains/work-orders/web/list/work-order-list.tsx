import * as z from "zod/mini";
import {
  Choice,
  createChoiceFilter,
  createPropertyFilter,
  createRecordFilter,
  createSearchFilter,
} from "#web/list/filters.tsx";
import type { ControlProps, Filter, FilterValues } from "#web/list/use-list-url.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ageLabels, ages } from "../../ages.ts";
import { categories } from "../../categories.ts";
import { dueFilterLabels, dueFilters } from "../../due.ts";
import { filterPriorities, priorityFilterLabels } from "../../priorities.ts";
import { type WorkOrderSort, workOrderSortLabels, workOrderSorts } from "../../sorts.ts";
import { filterStatuses, statusLabels } from "../../status.ts";
import { planFilterLabels, planFilters } from "../../week.ts";
import { defaultPageSize, type filterNames, pageSizes } from "./list-query.ts";
import { MyWorkToggle } from "./my-work-toggle.tsx";

/** WO-12, WO-13, WO-19, CON-06. */
export const workOrderList = {
  filters: {
    q: createSearchFilter({
      label: "Search work orders",
      className: "sm:w-32 sm:max-w-52 sm:grow",
      maxLetters: 200,
    }),
    status: createChoiceFilter({
      label: "Filter by Status",
      className: "w-32 pointer-coarse:w-36",
      all: "All Statuses",
      options: [...filterStatuses, "cancelled" as const].map((value) => ({
        value,
        label: statusLabels[value],
      })),
    }),
    category: createChoiceFilter({
      label: "Filter by Category",
      className: "w-34 pointer-coarse:w-42",
      all: "All Categories",
      // The categories from the specification come first.
      options: categories.map((value) => ({ value, label: value })),
    }),
    priority: createChoiceFilter({
      label: "Priority",
      all: "Any priority",
      options: filterPriorities.map((value) => ({ value, label: priorityFilterLabels[value] })),
      isSecondary: true,
    }),
    age: createChoiceFilter({
      label: "Age",
      all: "Any time",
      options: ages.map((value) => ({ value, label: ageLabels[value] })),
      isSecondary: true,
    }),
    due: createChoiceFilter({
      label: "Due",
      all: "Any due date",
      options: dueFilters.map((value) => ({ value, label: dueFilterLabels[value] })),
      isSecondary: true,
    }),
    planned: {
      schema: z.enum(planFilters),
      isSecondary: true,
      Control: PlanFilterControl,
    },
    assignee: {
      schema: z.enum(["me", "none", "team"]),
      isSecondary: true,
      Control: AssigneeFilter,
      Toggle: MyWorkToggle,
    },
    watched: {
      schema: z.literal("me"),
      isSecondary: true,
      Control: WatchedFilter,
    },
    propertyId: createPropertyFilter({ label: "Property", isSecondary: true }),
    companyId: createRecordFilter("company"),
    teamId: createRecordFilter("team"),
    sort: sort(workOrderSorts.slice(1)),
  } satisfies Record<(typeof filterNames)[number], Filter>,
  name: "work-orders",
  pageSize: defaultPageSize,
  pageSizes,
};

/** The list's filter values. */
export type WorkOrderFilters = FilterValues<typeof workOrderList.filters>;

const {
  status: _status,
  age: _age,
  ...boardFilters
} = {
  ...workOrderList.filters,
  sort: sort(["oldest"]),
};

/**
 * The board's filters. It has no status filter because its columns are the statuses, and no age filter because
 * that applies only to open work orders. Cards are sorted by id.
 */
export { boardFilters };

/**
 * The week's filters. The search applies only to unplanned work orders. The property filter also applies to
 * people.
 */
export const weekFilters = {
  q: workOrderList.filters.q,
  propertyId: createPropertyFilter({ label: "Property", className: "w-44" }),
};

export type BoardFilters = FilterValues<typeof boardFilters>;

export function toBoardFilters({ status: _, age: _a, sort, ...filters }: WorkOrderFilters): BoardFilters {
  return sort === "oldest" ? { ...filters, sort } : filters;
}

function sort<Value extends WorkOrderSort>(values: readonly Value[]) {
  return createChoiceFilter({
    label: "Sort by",
    all: workOrderSortLabels.newest,
    options: values.map((value) => ({ value, label: workOrderSortLabels[value] })),
    isSecondary: true,
    isNarrowing: false,
  });
}

/** Tenants can't see plans. */
function PlanFilterControl(props: ControlProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  const options = planFilters.map((value) => ({ value, label: planFilterLabels[value] }));
  return <Choice {...props} label="Planned" all="Planned or unplanned" options={options} />;
}

function AssigneeFilter(props: ControlProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  const options = [
    ...(role === "maintenance" ? [{ value: "me", label: "Me" }] : []),
    { value: "team", label: role === "maintenance" ? "My team, unclaimed" : "Any team, unclaimed" },
    { value: "none", label: "Unassigned, not finished" },
  ];
  return <Choice {...props} label="Assigned to" all="Anyone or unassigned" options={options} />;
}

function WatchedFilter(props: ControlProps) {
  if (!useCan("work-orders.watch")) return null;
  return (
    <Choice
      {...props}
      label="Watched"
      all="Watched or unwatched"
      options={[{ value: "me", label: "Watched by me" }]}
    />
  );
}
