import * as z from "zod/mini";
import {
  building,
  Choice,
  type ControlProps,
  choice,
  type FilterValues,
  oneRecord,
  searchText,
} from "#web/list/filters.tsx";
import { useMay, useUser } from "#web/session/session.tsx";
import { ageLabels, ages } from "../../ages.ts";
import { filterCategories } from "../../categories.ts";
import { dueFilterLabels, dueFilters } from "../../due.ts";
import { filterPriorities, priorityFilterLabels } from "../../priorities.ts";
import { type OrderSort, orderSortLabels, orderSorts } from "../../sorts.ts";
import { filterStatuses, statusLabels } from "../../status.ts";
import { planFilterLabels, planFilters } from "../../week.ts";
import { MineToggle } from "./mine.tsx";

/** WO-12, WO-13, WO-19, CON-06. */
export const orderList = {
  filters: {
    q: searchText({
      label: "Search work orders",
      className: "max-[90rem]:grow sm:w-36 min-[90rem]:w-52",
      lettersMax: 200,
    }),
    status: choice({
      label: "Filter by Status",
      className: "w-38 lg:w-32 min-[90rem]:w-40",
      all: "All Statuses",
      options: filterStatuses.map((value) => ({ value, label: statusLabels[value] })),
    }),
    category: choice({
      label: "Filter by Category",
      className: "w-42 lg:w-36 min-[90rem]:w-42",
      all: "All Categories",
      options: filterCategories.map((value) => ({ value, label: value })),
    }),
    priority: choice({
      label: "Priority",
      all: "Any priority",
      options: filterPriorities.map((value) => ({ value, label: priorityFilterLabels[value] })),
      isQuiet: true,
    }),
    age: choice({
      label: "Open for",
      all: "Any time",
      options: ages.map((value) => ({ value, label: ageLabels[value] })),
      isQuiet: true,
    }),
    due: choice({
      label: "Due",
      all: "Whenever due",
      options: dueFilters.map((value) => ({ value, label: dueFilterLabels[value] })),
      isQuiet: true,
    }),
    planned: {
      schema: z.enum(planFilters),
      isQuiet: true,
      Control: PlanFilterControl,
    },
    assignee: {
      schema: z.enum(["me", "none", "team"]),
      isQuiet: true,
      Control: AssigneeFilter,
      Toggle: MineToggle,
    },
    watched: {
      schema: z.literal("me"),
      isQuiet: true,
      Control: WatchedFilter,
    },
    propertyId: building({ label: "Building", isQuiet: true }),
    companyId: oneRecord("company"),
    teamId: oneRecord("team"),
    sort: sort(orderSorts.slice(1)),
  },
  name: "work-orders",
  pageSize: 5,
  pageSizes: [5, 10, 25, 50],
};

/** The filter values of the list. */
export type OrderFilters = FilterValues<typeof orderList.filters>;

const {
  status: _status,
  age: _age,
  ...boardFilters
} = {
  ...orderList.filters,
  sort: sort(["oldest"]),
};

/**
 * The columns are the statuses, so the board takes all filters except the status and the age, which applies to open orders,
 * and cards are placed by their ids.
 */
export { boardFilters };

/** The search is for what is to be planned; a building for its people as well. */
export const weekFilters = {
  q: orderList.filters.q,
  propertyId: building({ label: "Building", className: "w-44" }),
};

export type BoardFilters = FilterValues<typeof boardFilters>;

export function forBoard({ status: _, age: _a, sort, ...filters }: OrderFilters): BoardFilters {
  return sort === "oldest" ? { ...filters, sort } : filters;
}

function sort<Value extends OrderSort>(values: readonly Value[]) {
  return choice({
    label: "Order",
    all: orderSortLabels.newest,
    options: values.map((value) => ({ value, label: orderSortLabels[value] })),
    isQuiet: true,
    isNarrowing: false,
  });
}

/** Tenants do not learn what is planned. */
function PlanFilterControl(props: ControlProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  const options = planFilters.map((value) => ({ value, label: planFilterLabels[value] }));
  return <Choice {...props} label="Planned" all="Planned or not" options={options} />;
}

function AssigneeFilter(props: ControlProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  const options = [
    ...(role === "maintenance" ? [{ value: "me", label: "Me" }] : []),
    { value: "team", label: role === "maintenance" ? "My team, to take" : "A team, to be taken" },
    { value: "none", label: "Unassigned" },
  ];
  return <Choice {...props} label="Assigned to" all="Anyone or nobody" options={options} />;
}

function WatchedFilter(props: ControlProps) {
  if (!useMay("work-orders.watch")) return null;
  return (
    <Choice
      {...props}
      label="Watched"
      all="Watched or not"
      options={[{ value: "me", label: "Watched by me" }]}
    />
  );
}
