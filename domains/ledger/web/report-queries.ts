import { keepPreviousData } from "@tanstack/react-query";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { listPageQuery } from "#web/list-page.ts";
import { endpointQuery } from "#web/query-client.ts";
import { listAged, listMonths, listRentRoll, sumAged, sumRentRoll } from "../reports-contract.ts";
import type { ReportFilters } from "./report-address.ts";

export const reportRowsPerPage = 20;

/** The books are written all the time, by the portal itself too: a report is read anew when it is opened. */
const anew = { refetchOnMount: "always" as const, placeholderData: keepPreviousData };

export const agedQuery = (filters: ReportFilters, page: number) => ({
  ...listPageQuery(listAged, { ...filters, page, pageSize: reportRowsPerPage }),
  ...anew,
});
export const agedTotalsQuery = ({ sort: _, ...filters }: ReportFilters) => ({
  ...endpointQuery(sumAged, { query: filters }),
  ...anew,
});
export const rentRollQuery = (filters: ReportFilters, page: number) => ({
  ...listPageQuery(listRentRoll, { ...filters, page, pageSize: reportRowsPerPage }),
  ...anew,
});
export const rentRollTotalsQuery = (filters: ReportFilters) => ({
  ...endpointQuery(sumRentRoll, { query: filters }),
  ...anew,
});
export const monthsQuery = (filters: ReportFilters) => ({
  ...endpointQuery(listMonths, { query: filters }),
  ...anew,
});
export const buildingsQuery = endpointQuery(listBuildings, {});
