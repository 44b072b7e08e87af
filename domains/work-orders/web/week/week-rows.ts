import type { WorkOrderRow } from "../../contract.ts";
import { findPlacements, getWeekDays, groupByPersonAndDay, needsPlanning, sumMinutes } from "../../week.ts";
import type { Week } from "../../week-contract.ts";
import type { WeekFilters } from "./queries.ts";

/** Returns the week with `row` added, updated, or removed, and with updated workloads. */
export function updateWeek(week: Week, row: WorkOrderRow): Week {
  const days = getWeekDays(week.from);
  const isAssigneeListed = week.people.some(({ id }) => id === row.assignee?.id);
  const isInWeek = isAssigneeListed && findPlacements(row).some(({ day }) => days.includes(day));
  const isIncluded = week.orders.some(({ id }) => id === row.id);
  if (!isInWeek && !isIncluded) return week;
  const orders = isInWeek
    ? isIncluded
      ? week.orders.map((other) => (other.id === row.id ? row : other))
      : [...week.orders, row]
    : week.orders.filter(({ id }) => id !== row.id);
  const placedOrders = groupByPersonAndDay(orders, days);
  return {
    ...week,
    orders,
    people: week.people.map((person) => {
      const minutes = days.map((day) => sumMinutes(placedOrders.get(person.id)?.get(day) ?? []));
      return minutes.every((dayMinutes, index) => dayMinutes === person.minutes[index])
        ? person
        : { ...person, minutes };
    }),
  };
}

/** Returns the unplanned rows with `row` updated, removed, or added on top until the server sorts it. */
export function updateUnplannedRows(
  rows: readonly WorkOrderRow[],
  row: WorkOrderRow,
  { q, propertyId }: WeekFilters,
): readonly WorkOrderRow[] {
  const isIncluded = rows.some(({ id }) => id === row.id);
  if (!needsPlanning(row, new Date())) return isIncluded ? rows.filter(({ id }) => id !== row.id) : rows;
  if (isIncluded) return rows.map((other) => (other.id === row.id ? row : other));
  const matchesFilters =
    q === undefined && (propertyId === undefined || propertyId === String(row.propertyId));
  return matchesFilters ? [row, ...rows] : rows;
}
