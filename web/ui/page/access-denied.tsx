import { dashboardPath } from "#domains/dashboard/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** Shown for pages the user's role can't open (ROLE-15), and if the server responds with 403. */
export function AccessDenied() {
  return (
    <>
      <title>Access Denied · Property Management Portal</title>
      <EmptyState
        title="Access Denied"
        titleAs="h1"
        action={<ButtonLink href={dashboardPath}>Return to Dashboard</ButtonLink>}
      >
        You don't have access to this page.
      </EmptyState>
    </>
  );
}
