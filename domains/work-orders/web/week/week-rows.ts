import type { InfiniteData } from "@tanstack/react-query";
import type { ListPart } from "#web/list/list-queries.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { findPlacements, getWeekDays, groupByPersonAndDay, needsPlanning, sumMinutes } from "../../week.ts";
import type { Week } from "../../week-contract.ts";

/** Returns the week with `row` in its current place, or without it, and with updated workloads. */
export function withWorkOrder(week: Week, row: WorkOrderRow): Week {
  const days = getWeekDays(week.from);
  const isOfPeople = week.people.some(({ id }) => id === row.assignee?.id);
  const belongs = isOfPeople && findPlacements(row).some(({ day }) => days.includes(day));
  const isIncluded = week.orders.some(({ id }) => id === row.id);
  if (!belongs && !isIncluded) return week;
  const orders = belongs
    ? isIncluded
      ? week.orders.map((other) => (other.id === row.id ? row : other))
      : [...week.orders, row]
    : week.orders.filter(({ id }) => id !== row.id);
  const placed = groupByPersonAndDay(orders, days);
  return {
    ...week,
    orders,
    people: week.people.map((person) => {
      const minutes = days.map((day) => sumMinutes(placed.get(person.id)?.get(day) ?? []));
      return minutes.every((one, at) => one === person.minutes[at]) ? person : { ...person, minutes };
    }),
  };
}

export type UnplannedParts = InfiniteData<ListPart<WorkOrderRow>, number | null>;

/** Returns the unplanned list with `row` at the top until the server sorts it, or without it. */
export function withUnplannedWorkOrder(
  data: UnplannedParts,
  row: WorkOrderRow,
  canBelong: boolean,
): UnplannedParts {
  const belongs = needsPlanning(row, new Date());
  const isIncluded = data.pages.some(({ rows }) => rows.some(({ id }) => id === row.id));
  if (!isIncluded && !(belongs && canBelong)) return data;
  const change = isIncluded === belongs ? 0 : belongs ? 1 : -1;
  return {
    ...data,
    pages: data.pages.map((page, at) => {
      const others = page.rows.map((other) => (other.id === row.id ? row : other));
      const rows = belongs ? others : others.filter(({ id }) => id !== row.id);
      return {
        ...page,
        rows: at === 0 && belongs && !isIncluded ? [row, ...rows] : rows,
        total: page.total + change,
      };
    }),
  };
}
