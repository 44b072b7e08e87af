import { Suspense } from "react";
import { useSearchParams } from "wouter";
import RegisterPage from "#domains/people/web/registration/register-page.tsx";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

/** Needed only once, in an empty portal. */
const StartPage = lazyPart(() => import("./start-page.tsx"));

/** `/register`: setup for the link that an empty portal prints, otherwise registration. */
export default function RegisterOrSetupPage() {
  const [search] = useSearchParams();
  const setupToken = search.get("setup");
  if (setupToken === null) return <RegisterPage />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <StartPage token={setupToken} />
    </Suspense>
  );
}
