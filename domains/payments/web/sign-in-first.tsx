import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";
import { askingFor } from "#web/session/page-asked-for.ts";
import { Button } from "#web/ui/button.tsx";

/** For pages that are open to everybody but need a session to pay; signing in returns to the page. */
export function SignInFirst({ children }: { children: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = search === "" ? path : `${path}?${search}`;
  return (
    <>
      <p>{children}</p>
      <Button
        variant="primary"
        size="lg"
        className="mt-4"
        onClick={() => navigate(paths.login, { state: askingFor(address) })}
      >
        Sign In
      </Button>
    </>
  );
}
