import { useQuery } from "@tanstack/react-query";
import { readTwoFactorStatus } from "#domains/accounts/two-factor-contract.ts";
import { TwoFactorSetup } from "#domains/accounts/web/two-factor/two-factor-setup.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { checkSession } from "#web/session/session-store.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";

/** Replaces every page until the two-factor authentication required by the role is set up. */
export default function TwoFactorRequired() {
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readTwoFactorStatus, {}),
    refetchOnWindowFocus: "always",
  });
  return (
    <>
      <PageHeader title="Set up two-factor authentication" />
      <Lead className="max-w-3xl px-4 py-5 sm:px-6">
        <p className="mb-4">
          Your role requires two-factor authentication. Set up an authenticator app to continue.
        </p>
        {data !== undefined ? (
          <TwoFactorSetup twoFactor={data} onDone={() => void checkSession()} />
        ) : error !== null ? (
          <ErrorState
            title="Couldn't load two-factor authentication."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows count={2} />
        )}
      </Lead>
    </>
  );
}
