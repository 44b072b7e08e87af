import { dashboardPath } from "#domains/dashboard/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** The 404 page (NF-01, NF-02). */
export function NotFoundPage() {
  return (
    <>
      <title>Page not found · Property Management Portal</title>
      <EmptyState
        title="404 Page Not Found"
        titleAs="h1"
        action={<ButtonLink href={dashboardPath}>Go to the dashboard</ButtonLink>}
      >
        There's nothing at this address. Check the link, or it might have moved.
      </EmptyState>
    </>
  );
}
