import { keepPreviousData } from "@tanstack/react-query";
import { endpointQuery } from "#web/query-client.ts";
import { listCategories, listPools } from "../categories-contract.ts";
import { readBill } from "../contract.ts";
import { listVendors } from "../vendors-contract.ts";

export const billQuery = (id: number) => endpointQuery(readBill, { params: { id } });

/** All categories, with archived ones. */
export const categoriesQuery = endpointQuery(listCategories, { query: {} });

export const poolsQuery = endpointQuery(listPools, {});

const maxSuggestions = "10";

/** Vendors whose names or contacts start with the search text. */
export const vendorsQuery = (q: string) => ({
  ...endpointQuery(listVendors, { query: { q, limit: maxSuggestions } }),
  placeholderData: keepPreviousData,
});
