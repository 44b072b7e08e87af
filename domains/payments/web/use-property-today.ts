import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "#domains/ledger/web/queries.ts";
import type { Day } from "#shared/calendar.ts";
import { localToday } from "#web/local-today.ts";

/**
 * Returns today's date at the lease's property. It's the viewer's date until the account is loaded, or if the
 * lease isn't known.
 */
export function usePropertyToday(leaseId: number | null): Day {
  const { data } = useQuery({ ...accountQuery(leaseId ?? 0), enabled: leaseId !== null });
  return data?.today ?? localToday();
}
