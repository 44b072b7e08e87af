import { useLocation, useSearch } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { toRequestedPageState } from "#web/session/requested-page.ts";
import { Button } from "#web/ui/button.tsx";

/** For public pages that need a session to pay. After signing in, the user returns to the page. */
export function SignInFirst({ children }: { children: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const returnPath = search === "" ? path : `${path}?${search}`;
  return (
    <>
      <p>{children}</p>
      <Button
        variant="primary"
        size="lg"
        className="mt-4"
        onClick={() => navigate(loginPath, { state: toRequestedPageState(returnPath) })}
      >
        Sign In
      </Button>
    </>
  );
}
