import { listPageQuery } from "#web/list/list-queries.ts";
import { listPeople } from "../../people-contract.ts";

export const pendingFilter = { state: "pending" } as const;
export const pendingPageSize = 50;

/** The first page of people waiting for approval, shared by the list and the count in the sidebar. */
export const pendingPeopleQuery = listPageQuery(listPeople, {
  ...pendingFilter,
  page: 1,
  pageSize: pendingPageSize,
});
