import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Redirect } from "wouter";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { mayEver } from "#shared/permissions.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { askingFor } from "#web/session/page-asked-for.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { FullPageSpinner } from "#web/ui/spinner.tsx";
import { type addFirstBuilding, readProgress } from "../contract.ts";
import { BuildingStep } from "./building-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { SetUpFrame } from "./set-up-frame.tsx";

export type AddedBuilding = ResponseOf<typeof addFirstBuilding>;

/** The steps after the administrator: the first building, and what comes next. The server knows the current step. */
export default function SetUpPage() {
  const session = useSession();
  if (session.state === "loading") return <FullPageSpinner />;
  if (session.state === "signed-out")
    return <Redirect to={paths.login} replace state={askingFor(paths.setUp)} />;
  if (!mayEver(session.user, "set-up.continue")) return <AccessDenied />;
  return <NextStep />;
}

function NextStep() {
  const [added, setAdded] = useState<AddedBuilding>();
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readProgress, {}),
    refetchOnMount: "always",
  });
  if (data === undefined)
    return (
      <SetUpFrame step={3} title="Your first building">
        {error === null ? (
          <Loading className="space-y-4">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-11 w-40" />
          </Loading>
        ) : (
          <ErrorState
            title="The set-up could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </SetUpFrame>
    );
  return data.step === "building" ? (
    <BuildingStep onAdded={setAdded} />
  ) : (
    <DoneStep organisation={data.organisation} added={added} />
  );
}
