import { useMay, useUser } from "#web/session/session.tsx";
import { useIsNarrower } from "#web/ui/use-narrow.ts";

/** Staff choose several orders at once, on screens that have room for what is then offered. */
export function useMayChoose(): boolean {
  const mayChange = useMay("work-orders.change-status");
  const { role } = useUser();
  return !useIsNarrower(48) && role !== "tenant" && mayChange;
}
