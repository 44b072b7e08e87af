import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { readSecondFactor, type SecondFactor } from "#domains/accounts/second-factor-contract.ts";
import { AppStep } from "#domains/accounts/web/app-step.tsx";
import { CodeDialog } from "#domains/accounts/web/code-dialog.tsx";
import { RecoveryCodes } from "#domains/accounts/web/recovery-codes.tsx";
import {
  usePrepareAnotherApp,
  useRenewRecoveryCodes,
  useTakeAnotherApp,
  useTurnOffSecondFactor,
} from "#domains/accounts/web/second-factor.ts";
import { SecondFactorSetUp } from "#domains/accounts/web/second-factor-set-up.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** The state of the user's own two-factor sign-in, turning it on and off, and the recovery codes. */
export function SecondFactorCard() {
  const query = useQuery({ ...endpointQuery(readSecondFactor, {}), refetchOnMount: "always" });
  const [isSettingUp, setIsSettingUp] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The pressed button goes, so the focus moves to what takes its place.
  const setUp = (next: boolean) => {
    setIsSettingUp(next);
    content.current?.focus();
  };
  const { data } = query;
  return (
    <Card>
      <CardHeader
        title="Two-factor sign-in"
        description="After your password, a code from an app on your phone. A stolen password alone won’t let anyone in."
        action={
          data !== undefined && <Badge tone={data.isOn ? "green" : "gray"}>{data.isOn ? "On" : "Off"}</Badge>
        }
      />
      {query.isPending && <SkeletonRows count={1} />}
      {query.isError && data === undefined && (
        <ErrorState
          title="Two-factor sign-in could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data !== undefined && (
        <div ref={content} tabIndex={-1} className="px-4 pb-5 outline-none sm:px-5">
          {isSettingUp ? (
            <SecondFactorSetUp
              secondFactor={data}
              onDone={() => setUp(false)}
              onCancel={() => setUp(false)}
            />
          ) : data.isOn ? (
            <TurnedOn secondFactor={data} />
          ) : (
            <TurnedOff onStart={() => setUp(true)} />
          )}
        </div>
      )}
    </Card>
  );
}

function TurnedOff({ onStart }: { onStart: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <Button disabled={!canWrite} onClick={onStart}>
      Turn on
    </Button>
  );
}

function TurnedOn({ secondFactor }: { secondFactor: SecondFactor }) {
  const { onSince, recoveryCodesLeft, isRequired } = secondFactor;
  const [openDialog, setOpenDialog] = useState<"another-app" | "renew" | "turn-off" | null>(null);
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  const prepareAnother = usePrepareAnotherApp();
  const takeAnother = useTakeAnotherApp();
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const canWrite = useIsServerReachable();
  if (newCodes !== null) return <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />;
  const close = () => {
    setOpenDialog(null);
    for (const change of [prepareAnother, takeAnother, renew, turnOff]) change.reset();
  };
  const show = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    close();
    setNewCodes(recoveryCodes);
  };
  if (prepareAnother.data !== undefined)
    return (
      <>
        <p className="mb-4">Your current app works until you have entered a code from the new one.</p>
        <AppStep
          {...prepareAnother.data}
          codeLabel="Code from the new app"
          submitLabel="Use this app"
          busyLabel="Changing..."
          change={takeAnother}
          onDone={show}
          cancelLabel="Cancel"
          onCancel={close}
        />
      </>
    );
  return (
    <>
      {recoveryCodesLeft <= 2 && (
        <div className="mb-4">
          <Banner
            kind="warning"
            title={
              recoveryCodesLeft === 0
                ? "You have no recovery codes left"
                : `You have ${recoveryCodesLeft} recovery ${recoveryCodesLeft === 1 ? "code" : "codes"} left`
            }
          >
            Make new ones, or you cannot sign in if you lose your phone.
          </Banner>
        </div>
      )}
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-ink-soft">On since</dt>
        <dd>{onSince === null ? "" : <time dateTime={onSince}>{formatMoment(onSince)}</time>}</dd>
        <dt className="text-ink-soft">Recovery codes left</dt>
        <dd className="tabular-nums">{recoveryCodesLeft}</dd>
      </dl>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button disabled={!canWrite} onClick={() => setOpenDialog("another-app")}>
          Use another app
        </Button>
        <Button disabled={!canWrite} onClick={() => setOpenDialog("renew")}>
          New recovery codes
        </Button>
        {!isRequired && (
          <Button disabled={!canWrite} onClick={() => setOpenDialog("turn-off")}>
            Turn off
          </Button>
        )}
      </div>
      {isRequired && (
        <p className="mt-3 text-ink-soft text-sm">Your role requires it, so it cannot be turned off.</p>
      )}
      {openDialog === "another-app" && (
        <CodeDialog
          title="Use another app"
          description="For a new phone. Your current app works until the new one is set up."
          submitLabel="Continue"
          busyLabel="Checking..."
          change={prepareAnother}
          onClose={close}
        />
      )}
      {openDialog === "renew" && (
        <CodeDialog
          title="New recovery codes"
          description="The codes you have now stop working. All your other devices are signed out."
          submitLabel="Make new codes"
          busyLabel="Making..."
          change={renew}
          onClose={close}
          onDone={show}
        />
      )}
      {openDialog === "turn-off" && (
        <CodeDialog
          title="Turn off two-factor sign-in"
          description="Your password alone lets you in again. All your other devices are signed out."
          submitLabel="Turn off"
          busyLabel="Turning off..."
          change={turnOff}
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
