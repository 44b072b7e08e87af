import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { listPartsQuery } from "#web/list/list-queries.ts";
import { listWorkOrders } from "../../contract.ts";
import { readWeek } from "../../week-contract.ts";
import { workOrderKeys } from "../query-keys.ts";

export interface WeekFilters {
  q?: string;
  propertyId?: string;
}

/** The seven days from `from`, or the week to plan by default, for the technicians at the property. */
export function weekQuery(from: string | undefined, { propertyId }: WeekFilters) {
  const query = {
    ...(from === undefined ? {} : { from }),
    ...(propertyId === undefined ? {} : { propertyId }),
  };
  return queryOptions({
    queryKey: [...workOrderKeys.week, query],
    queryFn: ({ signal }) => call(readWeek, { query, signal }),
  });
}

export const unplannedQuery = ({ q, propertyId }: WeekFilters) =>
  listPartsQuery(
    listWorkOrders,
    {
      planned: "to-plan",
      sort: "highest",
      ...(q === undefined ? {} : { q }),
      ...(propertyId === undefined ? {} : { propertyId }),
    },
    { first: 30 },
  );
