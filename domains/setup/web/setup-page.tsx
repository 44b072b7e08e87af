import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { canEver } from "#shared/permissions.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toRequestedPageState } from "#web/session/requested-page.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { type AddedProperty, readProgress } from "../contract.ts";
import { setupPath } from "../paths.ts";
import { DoneStep } from "./done-step.tsx";
import { PropertyStep } from "./property-step.tsx";
import { SetupFrame } from "./setup-frame.tsx";

/**
 * The setup steps after the administrator's account is created: the first property, then links to the next
 * tasks. The server stores the current step.
 */
export default function SetupPage() {
  const session = useSession();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-out")
    return <Redirect to={loginPath} replace state={toRequestedPageState(setupPath)} />;
  if (!canEver(session.user, "setup.continue")) return <AccessDenied />;
  return <NextStep />;
}

function NextStep() {
  const [addedProperty, setAddedProperty] = useState<AddedProperty>();
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readProgress, {}),
    refetchOnMount: "always",
  });
  if (data === undefined)
    return (
      <SetupFrame step={3} title="Your first property">
        {error === null ? (
          <Loading className="space-y-4">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-11 w-40" />
          </Loading>
        ) : (
          <ErrorState
            title="Couldn't load setup."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </SetupFrame>
    );
  return data.step === "property" ? (
    <PropertyStep organizationTimeZone={data.timeZone} onAdded={setAddedProperty} />
  ) : (
    <DoneStep organization={data.organization} addedProperty={addedProperty} />
  );
}
