import { useUser } from "#web/session/session.tsx";
import type { WorkOrder } from "../../contract.ts";

/** Returns the likely signers: the reporter, the other people on the lease, and the user. */
export function useSignerNames({ createdBy, members }: Pick<WorkOrder, "createdBy" | "members">): string[] {
  const { fullName } = useUser();
  return [...new Set([createdBy.fullName, ...members, fullName])];
}
