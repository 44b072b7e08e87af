import { useQuery } from "@tanstack/react-query";
import { describeDevice } from "#domains/accounts/device.ts";
import { listMySessions } from "#domains/accounts/session-contract.ts";
import { formatMoment } from "#shared/format/dates.ts";
import type { SignInMethod } from "#shared/sign-in-methods.ts";
import { MonitorSmartphone } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { returnFocusToContent } from "#web/ui/overlays/return-focus.ts";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { useEndOtherSessions, useEndSession } from "./mutations.ts";

/** Follows the time of the sign-in. Empty for passwords, the usual method. */
const signInMethodSuffixes: Record<SignInMethod, string> = {
  password: "",
  email: " by email",
  "work-account": " with a work account",
};

/** The user's sessions. All but the current one can be ended. */
export function MySessions() {
  const sessions = useQuery({ ...endpointQuery(listMySessions, {}), refetchOnMount: "always" });
  const canWrite = useIsServerReachable();
  const endSession = useEndSession();
  const endOtherSessions = useEndOtherSessions();
  const hasOtherSessions = sessions.data?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Section
      title="Where you're signed in"
      description="Sign out any session you don't recognize, then change your password."
      action={
        hasOtherSessions && (
          <Button
            ref={returnFocusToContent}
            size="sm"
            disabled={!canWrite}
            isBusy={endOtherSessions.isPending}
            onClick={() => endOtherSessions.mutate()}
          >
            Sign out all other sessions
          </Button>
        )
      }
    >
      {sessions.isPending && <SkeletonRows count={2} />}
      {sessions.isError && sessions.data === undefined && (
        <ErrorState
          title="Couldn't load your sessions."
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <ListRow
            key={session.id}
            leading={<MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />}
            title={describeDevice(session.userAgent)}
            aside={session.isCurrent && <Badge tone="green">This device</Badge>}
            action={
              !session.isCurrent && (
                <Button
                  ref={returnFocusToContent}
                  size="sm"
                  aria-label={`Sign out ${describeDevice(session.userAgent)}, signed in ${formatMoment(session.createdAt)}`}
                  disabled={!canWrite}
                  isBusy={endSession.isPending && endSession.variables.id === session.id}
                  onClick={() => endSession.mutate(session)}
                >
                  Sign out
                </Button>
              )
            }
          >
            {session.networkAddress === "" ? "Unknown network" : session.networkAddress}
            {" · last used "}
            <time dateTime={session.lastSeenAt}>{formatMoment(session.lastSeenAt)}</time>
            {" · signed in "}
            <time dateTime={session.createdAt}>{formatMoment(session.createdAt)}</time>
            {signInMethodSuffixes[session.signedInBy]}
          </ListRow>
        ))}
      </ul>
    </Section>
  );
}
