import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, pathOf } from "#web/api-client.ts";
import { previewSchedule } from "../terms-contract.ts";

type Planned = SentBodyOf<typeof previewSchedule>;

/** What a lease will be charged, by its own terms or by those sent. */
export const scheduleQuery = (leaseId: number, planned: Planned) =>
  queryOptions({
    queryKey: [pathOf(previewSchedule, { id: leaseId }), planned],
    queryFn: ({ signal }) => call(previewSchedule, { params: { id: leaseId }, body: planned, signal }),
  });

/**
 * The schedule of terms that are being typed. What is typed while a response is under way is asked when it is there, so
 * that the server is asked one thing at a time. Null is no terms: what was shown last stays.
 */
export function useTypedSchedule(leaseId: number, planned: Planned | null) {
  const [asked, setAsked] = useState(planned);
  const query = useQuery({
    ...scheduleQuery(leaseId, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Nobody types the same terms again.
    gcTime: 0,
  });
  const isBehind = planned !== null && JSON.stringify(planned) !== JSON.stringify(asked);
  if (isBehind && !query.isFetching) setAsked(planned);
  return { ...query, isBehind: isBehind || query.isPlaceholderData };
}
