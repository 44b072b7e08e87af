import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceOf } from "#domains/accounts/device.ts";
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from "#domains/accounts/profile-contract.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { call } from "#web/api-client.ts";
import { MonitorSmartphone } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { keepFocus } from "#web/ui/return-focus.ts";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The user's sessions; all but the current one can be ended. */
export function OwnSessions() {
  const sessions = useQuery({ ...endpointQuery(listOwnSessions, {}), refetchOnMount: "always" });
  const canWrite = useIsServerReachable();
  const queryClient = useQueryClient();
  const outcome = {
    onError: toastFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  };
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => call(endOwnSession, { params: { id } }),
    onSuccess: (_, { userAgent }) =>
      toast({ title: "Session Ended", description: `${deviceOf(userAgent)} is signed out.` }),
    ...outcome,
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: () =>
      toast({ title: "Sessions Ended", description: "You are signed in on this device only." }),
    ...outcome,
  });
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Card>
      <CardHeader
        title="Where you are signed in"
        description="Sign out anything you don’t recognize, then change your password."
        action={
          hasOthers && (
            <Button
              ref={keepFocus}
              size="sm"
              disabled={!canWrite}
              isBusy={endOthers.isPending}
              onClick={() => endOthers.mutate()}
            >
              End all others
            </Button>
          )
        }
      />
      {sessions.isPending && <SkeletonRows count={2} />}
      {sessions.isError && sessions.data === undefined && (
        <ErrorState
          title="Your sessions could not be loaded."
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
            <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {deviceOf(session.userAgent)}
                {session.isCurrent && <Badge tone="green">This device</Badge>}
              </p>
              <p className="text-ink-soft text-sm">
                {session.networkAddress === "" ? "Unknown network" : session.networkAddress}
                {" · last used "}
                <time dateTime={session.lastSeenAt}>{formatMoment(session.lastSeenAt)}</time>
                {" · signed in "}
                <time dateTime={session.createdAt}>{formatMoment(session.createdAt)}</time>
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                ref={keepFocus}
                size="sm"
                aria-label={`End the session of ${deviceOf(session.userAgent)}, signed in ${formatMoment(session.createdAt)}`}
                disabled={!canWrite}
                isBusy={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
