import type { WorkOrderRow } from "../../contract.ts";
import { findPlacements, getWeekDays, groupByPersonAndDay, needsPlanning, sumMinutes } from "../../week.ts";
import type { Week } from "../../week-contract.ts";
import type { WeekFilters } from "./queries.ts";

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
      return minutes.every((planned, at) => planned === person.minutes[at]) ? person : { ...person, minutes };
    }),
  };
}

/** Returns the unplanned rows with `row` at the top until the server sorts it, or without it. */
export function withUnplannedWorkOrder(
  rows: readonly WorkOrderRow[],
  row: WorkOrderRow,
  { q, propertyId }: WeekFilters,
): readonly WorkOrderRow[] {
  const isIncluded = rows.some(({ id }) => id === row.id);
  if (!needsPlanning(row, new Date())) return isIncluded ? rows.filter(({ id }) => id !== row.id) : rows;
  if (isIncluded) return rows.map((other) => (other.id === row.id ? row : other));
  const canBelong = q === undefined && (propertyId === undefined || propertyId === String(row.propertyId));
  return canBelong ? [row, ...rows] : rows;
}
