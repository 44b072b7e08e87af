import { type UseMutationResult, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  codeEndpoint,
  readTwoFactorStatus,
  type TwoFactorStatus,
} from "#domains/accounts/two-factor-contract.ts";
import { AppStep } from "#domains/accounts/web/two-factor/app-step.tsx";
import {
  useFinishAppSwitch,
  useRenewRecoveryCodes,
  useStartAppSwitch,
  useTurnOffTwoFactor,
} from "#domains/accounts/web/two-factor/mutations.ts";
import { RecoveryCodes } from "#domains/accounts/web/two-factor/recovery-codes.tsx";
import { TwoFactorSetup } from "#domains/accounts/web/two-factor/two-factor-setup.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** The status of the user's two-factor authentication, with the actions to change it. */
export function TwoFactorCard() {
  const query = useQuery({ ...endpointQuery(readTwoFactorStatus, {}), refetchOnMount: "always" });
  const [isSettingUp, setIsSettingUp] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The clicked button disappears, so focus moves to the content that replaces it.
  const showSetup = (isVisible: boolean) => {
    setIsSettingUp(isVisible);
    content.current?.focus();
  };
  const { data } = query;
  return (
    <Section
      title="Two-factor authentication"
      description="Ask for a code from an app on your phone after your password, so a stolen password isn't enough."
      action={
        data !== undefined && <Badge tone={data.isOn ? "green" : "gray"}>{data.isOn ? "On" : "Off"}</Badge>
      }
    >
      {query.isPending && <SkeletonRows count={1} />}
      {query.isError && data === undefined && (
        <ErrorState
          title="Couldn't load two-factor authentication."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data !== undefined && (
        <div ref={content} tabIndex={-1} className="px-(--inset) pt-4 pb-5 outline-none">
          {isSettingUp ? (
            <TwoFactorSetup
              twoFactor={data}
              onDone={() => showSetup(false)}
              onCancel={() => showSetup(false)}
            />
          ) : data.isOn ? (
            <TwoFactorOn twoFactor={data} />
          ) : (
            <TwoFactorOff onStart={() => showSetup(true)} />
          )}
        </div>
      )}
    </Section>
  );
}

function TwoFactorOff({ onStart }: { onStart: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <Button disabled={!canWrite} onClick={onStart}>
      Turn on
    </Button>
  );
}

function TwoFactorOn({ twoFactor }: { twoFactor: TwoFactorStatus }) {
  const { onSince, recoveryCodesLeft, isRequired } = twoFactor;
  const [openDialog, setOpenDialog] = useState<"another-app" | "renew" | "turn-off" | null>(null);
  const [newCodes, setNewCodes] = useState<string[] | null>(null);
  const startAppSwitch = useStartAppSwitch();
  const finishAppSwitch = useFinishAppSwitch();
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffTwoFactor();
  const canWrite = useIsServerReachable();
  if (newCodes !== null) return <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />;
  const closeDialog = () => {
    setOpenDialog(null);
    for (const change of [startAppSwitch, finishAppSwitch, renew, turnOff]) change.reset();
  };
  const showRecoveryCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    closeDialog();
    setNewCodes(recoveryCodes);
  };
  if (startAppSwitch.data !== undefined)
    return (
      <>
        <p className="mb-4">Your current app keeps working until you enter a code from the new one.</p>
        <AppStep
          {...startAppSwitch.data}
          codeLabel="Code from the new app"
          submitLabel="Use this app"
          busyLabel="Changing..."
          mutation={finishAppSwitch}
          onDone={showRecoveryCodes}
          cancelLabel="Cancel"
          onCancel={closeDialog}
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
                : recoveryCodesLeft === 1
                  ? "You have 1 recovery code left"
                  : `You have ${recoveryCodesLeft} recovery codes left`
            }
          >
            Create new ones, or you won't be able to sign in if you lose your phone.
          </Banner>
        </div>
      )}
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-ink-soft">Turned on</dt>
        <dd>{onSince === null ? "" : <time dateTime={onSince}>{formatMoment(onSince)}</time>}</dd>
        <dt className="text-ink-soft">Recovery codes left</dt>
        <dd className="tabular-nums">{recoveryCodesLeft}</dd>
      </dl>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button disabled={!canWrite} onClick={() => setOpenDialog("another-app")}>
          Switch apps
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
        <p className="mt-3 text-ink-soft text-sm">
          Your role requires two-factor authentication, so you can't turn it off.
        </p>
      )}
      {openDialog === "another-app" && (
        <CodeDialog
          title="Switch apps"
          description="For a new phone. Your current app keeps working until the new one is set up."
          submitLabel="Continue"
          busyLabel="Checking..."
          mutation={startAppSwitch}
          onClose={closeDialog}
        />
      )}
      {openDialog === "renew" && (
        <CodeDialog
          title="New recovery codes"
          description="Your current codes will stop working and all your other devices will be signed out."
          submitLabel="Create new codes"
          busyLabel="Creating..."
          mutation={renew}
          onClose={closeDialog}
          onDone={showRecoveryCodes}
        />
      )}
      {openDialog === "turn-off" && (
        <CodeDialog
          title="Turn off two-factor authentication"
          description="You'll sign in with just your password. All your other devices will be signed out."
          submitLabel="Turn off"
          busyLabel="Turning off..."
          mutation={turnOff}
          onClose={closeDialog}
          onDone={closeDialog}
        />
      )}
    </>
  );
}

interface CodeDialogProps<Result> {
  title: string;
  /** The consequences of the action. */
  description: string;
  submitLabel: string;
  busyLabel: string;
  /** The mutation that sends the code. */
  mutation: UseMutationResult<Result, Error, string>;
  onClose: () => void;
  onDone?: (result: Result) => void;
}

/** Asks for an app code or a recovery code before a change to two-factor authentication. */
function CodeDialog<Result>({ mutation, onDone, ...dialog }: CodeDialogProps<Result>) {
  const form = useContractForm(codeEndpoint.body, { code: "" });
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      {...dialog}
      isBusy={mutation.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit(({ code }) =>
        mutation.mutate(code, { onSuccess: (result) => onDone?.(result), onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={mutation.error} form={form} />
      <Field
        label="Code"
        hint="Six digits from your authenticator app, or a recovery code."
        error={form.formState.errors.code?.message}
        isRequired
      >
        <Input
          {...form.register("code")}
          data-autofocus
          maxLength={40}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  );
}
