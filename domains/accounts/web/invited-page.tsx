import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { lookUpInvitation } from "#domains/accounts/invitation-contract.ts";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { registration } from "#domains/accounts/registration-contract.ts";
import { useRegister } from "#domains/accounts/web/register.ts";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, call, userMessageOf } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

const shape = z.pick(registration, { fullName: true, password: true });
type Invited = ResponseOf<typeof lookUpInvitation>;

/** The page of an invitation's link: shows the invitation and asks for name and password only. */
export function InvitedPage({ token }: { token: string }) {
  const [invited, setInvited] = useState<Invited>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(lookUpInvitation, { body: { token }, signal: controller.signal }).then(
      setInvited,
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(error);
      },
    );
    return () => controller.abort();
  }, [token, attempt]);

  return (
    <PublicLayout
      title="Accept your invitation"
      description={
        invited === undefined
          ? "Choose your name and password, and you are in."
          : `${invited.invitedBy} invites you. Choose your name and password, and you are in.`
      }
    >
      {invited === undefined && failure === undefined && <FormToCome />}
      {invited === undefined && failure !== undefined && (
        <Banner
          kind="warning"
          title={userMessageOf(failure)}
          action={
            !(failure instanceof ApiError && failure.status < 500) && (
              <Button
                size="sm"
                onClick={() => {
                  setFailure(undefined);
                  setAttempt(attempt + 1);
                }}
              >
                Try again
              </Button>
            )
          }
        />
      )}
      {invited !== undefined && <InvitedForm invited={invited} token={token} />}
      <p className="mt-6 text-center text-ink-soft">
        Already have an account?{" "}
        <ButtonLink href={paths.login} variant="ghost" size="sm">
          Sign in
        </ButtonLink>
      </p>
    </PublicLayout>
  );
}

const FormToCome = () => (
  <Loading className="space-y-4">
    <Skeleton className="h-16 w-full rounded-card" />
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-11 w-full" />
  </Loading>
);

function InvitedForm({ invited, token }: { invited: Invited; token: string }) {
  const form = useContractForm(shape, { fullName: "", password: "" });
  const { errors } = form.formState;
  const { register, error, isBusy } = useRegister();
  const send = form.handleSubmit(async (entries) => {
    const { email, role } = invited;
    showAtFields(form)(await register({ ...entries, email, role, username: "", invitationToken: token }));
  });
  return (
    <form noValidate onSubmit={send} className="space-y-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-card border border-line px-4 py-3">
        <dt className="text-ink-soft">Role</dt>
        <dd className="font-medium">{roleLabels[invited.role]}</dd>
        {invited.places.length > 0 && (
          <>
            <dt className="text-ink-soft">For</dt>
            <dd className="break-words font-medium">{invited.places.join(", ")}</dd>
          </>
        )}
        <dt className="text-ink-soft">Valid until</dt>
        <dd>{formatMoment(invited.expiresAt)}</dd>
      </dl>
      <Field label="Email" hint="The address you were invited with. It counts as confirmed.">
        <Input type="email" readOnly autoComplete="username" value={invited.email} />
      </Field>
      <Field label="Full Name" error={errors.fullName?.message} isRequired>
        <Input {...form.register("fullName")} autoComplete="name" />
      </Field>
      <Field label="Password" hint={registrationPasswordHint} error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Refused error={error} form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={isBusy}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </form>
  );
}
