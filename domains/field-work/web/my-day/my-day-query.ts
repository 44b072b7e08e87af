import { queryOptions } from "@tanstack/react-query";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { call } from "#web/api-client.ts";
import { readMyDay } from "../../my-day-contract.ts";

/** A technician's day. As a list of work orders, it's refetched with the other lists. */
export const myDayQuery = queryOptions({
  queryKey: workOrderKeys.myDay,
  queryFn: ({ signal }) => call(readMyDay, { signal }),
});
