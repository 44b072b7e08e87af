import { useQuery } from "@tanstack/react-query";
import { readSecondFactor } from "#domains/accounts/second-factor-contract.ts";
import { SecondFactorSetUp } from "#domains/accounts/web/second-factor-set-up.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { checkSession } from "#web/session/session-store.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Replaces every page until the two-factor sign-in that the role requires is set up. */
export default function SecondFactorNeeded() {
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readSecondFactor, {}),
    refetchOnWindowFocus: "always",
  });
  return (
    <>
      <PageHeader
        title="Set up two-factor sign-in"
        description="Your role requires a code from an authenticator app at every sign-in. Once it is set up, you can continue."
      />
      <Card className="max-w-3xl px-4 py-5 sm:px-6">
        {data !== undefined ? (
          <SecondFactorSetUp secondFactor={data} onDone={() => void checkSession()} />
        ) : error !== null ? (
          <ErrorState
            title="Two-factor sign-in could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows count={2} />
        )}
      </Card>
    </>
  );
}
