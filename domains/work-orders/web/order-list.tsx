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
import { useUser } from "#web/session/session.tsx";
import { ageLabels, ages } from "../ages.ts";
import { filterCategories } from "../categories.ts";
import { filterPriorities, priorityFilterLabels } from "../priorities.ts";
import { filterStatuses, statusLabels } from "../status.ts";

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
      className: "w-32 min-[90rem]:w-40",
      all: "All Statuses",
      options: filterStatuses.map((value) => ({ value, label: statusLabels[value] })),
    }),
    category: choice({
      label: "Filter by Category",
      className: "w-36 min-[90rem]:w-42",
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
    assignee: { schema: z.enum(["me", "none"]), isQuiet: true, Control: AssigneeFilter },
    propertyId: building({ label: "Building", isQuiet: true }),
    companyId: oneRecord("company"),
    sort: choice({
      label: "Order",
      all: "Newest first",
      options: [{ value: "oldest", label: "Oldest first" }],
      isQuiet: true,
      isNarrowing: false,
    }),
  },
  pageSize: 5,
  pageSizes: [5, 10, 25, 50],
};

/** The filter values of the list. */
export type OrderFilters = FilterValues<typeof orderList.filters>;

const { status: _status, age: _age, ...boardFilters } = orderList.filters;

/** The columns are the statuses, so the board takes all filters except the status and the age, which applies to open orders. */
export { boardFilters };

export const forBoard = ({ status: _, age: _a, ...filters }: OrderFilters): OrderFilters => filters;

function AssigneeFilter(props: ControlProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  const options = [
    ...(role === "maintenance" ? [{ value: "me", label: "Me" }] : []),
    { value: "none", label: "Unassigned" },
  ];
  return <Choice {...props} label="Assigned to" all="Anyone or nobody" options={options} />;
}
