import { queryOptions } from "@tanstack/react-query";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { call } from "#web/api-client.ts";
import { readMyDay } from "../../my-day-contract.ts";

/** A technician's day. It is a list of work orders, and is refetched with them. */
export const myDayQuery = queryOptions({
  queryKey: workOrderKeys.myDay,
  queryFn: ({ signal }) => call(readMyDay, { signal }),
});
