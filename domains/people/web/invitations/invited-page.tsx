import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { loginPath } from "#domains/accounts/paths.ts";
import { lookUpInvitation } from "#domains/people/invitation-contract.ts";
import { registration } from "#domains/people/registration-contract.ts";
import { useRegister } from "#domains/people/web/registration/register.ts";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";

const formShape = z.pick(registration, { fullName: true, password: true });
type PublicInvitation = ResponseOf<typeof lookUpInvitation>;

/** The page that an invitation link opens. It asks only for a name and password. */
export function InvitedPage({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<PublicInvitation>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(lookUpInvitation, { body: { token }, signal: controller.signal }).then(
      setInvitation,
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
        invitation === undefined
          ? "Enter your name and choose a password to get started."
          : `${invitation.invitedBy} invited you. Enter your name and choose a password to get started.`
      }
    >
      {invitation === undefined && failure === undefined && <FormSkeleton />}
      {invitation === undefined && failure !== undefined && (
        <Banner
          kind="warning"
          title={toUserMessage(failure)}
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
      {invitation !== undefined && <InvitedForm invitation={invitation} token={token} />}
      <p className="mt-6 text-center text-ink-soft">
        Already have an account?{" "}
        <ButtonLink href={loginPath} variant="ghost" size="sm">
          Sign in
        </ButtonLink>
      </p>
    </PublicLayout>
  );
}

const FormSkeleton = () => (
  <Loading className="space-y-4">
    <Skeleton className="h-16 w-full rounded-card" />
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-14 w-full" />
    <Skeleton className="h-11 w-full" />
  </Loading>
);

function InvitedForm({ invitation, token }: { invitation: PublicInvitation; token: string }) {
  const form = useContractForm(formShape, { fullName: "", password: "" });
  const { errors } = form.formState;
  const { register, error, isBusy } = useRegister();
  const acceptInvitation = form.handleSubmit(async (entries) => {
    const { email, role } = invitation;
    showFieldErrors(form)(await register({ ...entries, email, role, username: "", invitationToken: token }));
  });
  return (
    <form noValidate onSubmit={acceptInvitation} className="space-y-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-card border border-line px-4 py-3">
        <dt className="text-ink-soft">Role</dt>
        <dd className="font-medium">{roleLabels[invitation.role]}</dd>
        {invitation.places.length > 0 && (
          <>
            <dt className="text-ink-soft">Access</dt>
            <dd className="break-words font-medium">{invitation.places.join(", ")}</dd>
          </>
        )}
        <dt className="text-ink-soft">Expires</dt>
        <dd>{formatMoment(invitation.expiresAt)}</dd>
      </dl>
      <Field
        label="Email"
        hint={
          invitation.confirmsEmail
            ? "The address you were invited at. It's already confirmed."
            : "The address you were invited at. You'll need to confirm it."
        }
      >
        <Input type="email" readOnly autoComplete="username" value={invitation.email} />
      </Field>
      <Field label="Full name" error={errors.fullName?.message} isRequired>
        <Input {...form.register("fullName")} autoComplete="name" />
      </Field>
      <Field label="Password" hint={registrationPasswordHint} error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <FormError error={error} form={form} />
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
