import { dashboardPath } from "#domains/dashboard/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** The 404 page (NF-01, NF-02). */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <title>Page not found · Property Management Portal</title>
      <h1 className="text-title">404 Page Not Found</h1>
      <p className="mt-2 text-ink-soft">
        There's nothing at this address. Check the link, or it might have moved.
      </p>
      <ButtonLink href={dashboardPath} variant="primary" className="mt-6">
        Go to the dashboard
      </ButtonLink>
    </div>
  );
}
