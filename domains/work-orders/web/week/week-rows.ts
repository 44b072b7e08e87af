import type { InfiniteData } from "@tanstack/react-query";
import type { ListPart } from "#web/list/list-queries.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { isToPlan, minutesOf, placedOrders, placesOf, weekFrom } from "../../week.ts";
import type { Week } from "../../week-contract.ts";

/** The week with `row` where it belongs now, if it belongs there at all; the loads of its people follow. */
export function withOrder(week: Week, row: WorkOrderRow): Week {
  const days = weekFrom(week.from);
  const isOfPeople = week.people.some(({ id }) => id === row.assignee?.id);
  const belongs = isOfPeople && placesOf(row).some(({ day }) => days.includes(day));
  const isHere = week.orders.some(({ id }) => id === row.id);
  if (!belongs && !isHere) return week;
  const orders = belongs
    ? isHere
      ? week.orders.map((other) => (other.id === row.id ? row : other))
      : [...week.orders, row]
    : week.orders.filter(({ id }) => id !== row.id);
  const placed = placedOrders(orders, days);
  return {
    ...week,
    orders,
    people: week.people.map((person) => {
      const minutes = days.map((day) => minutesOf(placed.get(person.id)?.get(day) ?? []));
      return minutes.every((one, at) => one === person.minutes[at]) ? person : { ...person, minutes };
    }),
  };
}

export type PartsToPlan = InfiniteData<ListPart<WorkOrderRow>, number | null>;

/** What is to be planned with `row`, at the top until the server says where, or without it. */
export function withOrderToPlan(data: PartsToPlan, row: WorkOrderRow, mayBelong: boolean): PartsToPlan {
  const belongs = isToPlan(row, new Date());
  const isHere = data.pages.some(({ rows }) => rows.some(({ id }) => id === row.id));
  if (!isHere && !(belongs && mayBelong)) return data;
  const change = isHere === belongs ? 0 : belongs ? 1 : -1;
  return {
    ...data,
    pages: data.pages.map((page, at) => {
      const others = page.rows.map((other) => (other.id === row.id ? row : other));
      const rows = belongs ? others : others.filter(({ id }) => id !== row.id);
      return {
        ...page,
        rows: at === 0 && belongs && !isHere ? [row, ...rows] : rows,
        total: typeof page.total === "number" ? page.total + change : page.total,
      };
    }),
  };
}
