import type { ControlProps } from "#web/list/use-list-url.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

/** Whether the user is an active technician. Only technicians have work orders assigned to them. */
export const useIsTechnician = (): boolean => {
  const { role, membership } = useUser();
  return role === "maintenance" && membership === "active";
};

/** Toggles the `assigned to me` filter with one tap. */
export function MyWorkToggle({ value, set }: ControlProps) {
  if (!useIsTechnician()) return null;
  const isMine = value === "me";
  return (
    <Button
      size="sm"
      aria-pressed={isMine}
      className={classes("shrink-0", isMine && "bg-accent-soft! text-accent-text! ring-accent-text/40!")}
      onClick={() => set(isMine ? "" : "me")}
    >
      My work
    </Button>
  );
}
