import { keepPreviousData } from "@tanstack/react-query";
import { listPeople } from "#domains/people/people-contract.ts";
import { listPropertyOptions, listUnits } from "#domains/properties/choices-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { listCompanies, readCompany } from "../company-contract.ts";
import { readLease, readLeaseHistory } from "../contract.ts";
import { readTerms } from "../terms-contract.ts";

export const leaseQuery = (id: number) => endpointQuery(readLease, { params: { id } });

export const companyQuery = (id: number) => endpointQuery(readCompany, { params: { id } });

export const termsQuery = (id: number) => endpointQuery(readTerms, { params: { id } });

export const historyQuery = (id: number) => endpointQuery(readLeaseHistory, { params: { id } });

export const propertyOptionsQuery = endpointQuery(listPropertyOptions, {});

/** The units at the selected property. */
export const unitsQuery = (propertyId: number | null) => ({
  ...endpointQuery(listUnits, { params: { id: propertyId ?? 0 } }),
  enabled: propertyId !== null,
});

const maxSuggestions = "10";

/** Companies whose names start with the search text. */
export const companiesQuery = (q: string) => ({
  ...endpointQuery(listCompanies, { query: { q, limit: maxSuggestions } }),
  placeholderData: keepPreviousData,
});

const maxShownPeople = "20";

/** Approved tenants who can be added to a lease. */
export const tenantsQuery = (q: string) => ({
  ...endpointQuery(listPeople, { query: { role: "tenant", state: "active", q, limit: maxShownPeople } }),
  placeholderData: keepPreviousData,
});
