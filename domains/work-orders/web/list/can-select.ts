import { useCan, useUser } from "#web/session/session.tsx";
import { useIsNarrower } from "#web/ui/use-is-narrower.ts";

/** Whether work orders can be selected: by staff, on screens with enough room for the bulk actions. */
export function useCanSelect(): boolean {
  const canChange = useCan("work-orders.change-status");
  const { role } = useUser();
  return !useIsNarrower(48) && role !== "tenant" && canChange;
}
