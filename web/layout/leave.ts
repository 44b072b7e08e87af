import { paths } from "#web/paths.ts";
import { signOutEverywhere } from "#web/session/session-store.ts";
import { toast } from "#web/ui/toast.tsx";

/** Signs out from the current page (AUTH-16 to AUTH-19). */
export function leave(navigate: (to: string, options: { replace: boolean }) => void): void {
  navigate(paths.login, { replace: true });
  signOutEverywhere();
  toast({ title: "Logged Out", description: "You have been successfully logged out" });
}
