import { useQuery } from "@tanstack/react-query";
import { conflictsQuery } from "#domains/work-orders/web/queries.ts";
import type { OpenConflict } from "#domains/work-orders/work-contract.ts";
import { useCan, useUser } from "#web/session/session.tsx";

const noConflicts: OpenConflict[] = [];

/** The user's sent updates that conflict with someone else's and wait for a decision. */
export function useMyConflicts(): OpenConflict[] {
  const { id } = useUser();
  const { data = noConflicts } = useQuery({ ...conflictsQuery, enabled: useCan("work-orders.work") });
  return data.filter(({ by }) => by.id === id);
}
