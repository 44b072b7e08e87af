import { Suspense } from "react";
import { useSearchParams } from "wouter";
import RegisterPage from "#domains/accounts/web/register-page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { FullPageSpinner } from "#web/ui/spinner.tsx";

/** Needed only once, in an empty portal. */
const BeginPage = lazyPart(() => import("./begin-page.tsx"));

/** `/register`: the set-up for the link that an empty portal prints, otherwise the registration. */
export default function RegisterOrBeginPage() {
  const [search] = useSearchParams();
  const setupToken = search.get("setup");
  if (setupToken === null) return <RegisterPage />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <BeginPage token={setupToken} />
    </Suspense>
  );
}
