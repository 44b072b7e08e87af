import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import * as z from "zod/mini";
import { confirmAddress } from "#domains/accounts/registration-contract.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { toast } from "#web/ui/toast.tsx";

const shape = z.pick(confirmAddress.body, { password: true });

/** The page of the confirmation link. Only the button consumes the link: mail programs open links by themselves. */
export default function ConfirmAddressPage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <PublicLayout
      title="Confirm your address"
      description="Choose the password you want to sign in with. It replaces any earlier password, because this link proves that the mailbox is yours."
    >
      {token === "" ? (
        <Banner kind="warning" title="This link is not complete">
          Please open the link in the email again, or copy all of it.
        </Banner>
      ) : (
        <ConfirmForm token={token} />
      )}
      <ButtonLink href={paths.login} variant="ghost" isWide className="mt-4">
        Back to sign in
      </ButtonLink>
    </PublicLayout>
  );
}

function ConfirmForm({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const form = useContractForm(shape, { password: "" });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const [failure, setFailure] = useState<unknown>(null);

  const confirm = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await settleSignOut();
      const user = await call(confirmAddress, { body: { token, password } });
      toast({ title: "Address Confirmed", description: `Welcome, ${user.fullName}!` });
      navigate(user.role === "maintenance" ? paths.workOrders : paths.dashboard, { replace: true });
      keepSession(user).begin();
    } catch (error) {
      setFailure(error);
      showAtFields(form)(error);
    }
  });

  return (
    <form noValidate onSubmit={confirm} className="space-y-4">
      <Field label="Password" hint="At least 6 characters." error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Refused error={failure} form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        isBusy={isSubmitting || (isSubmitSuccessful && failure === null)}
        busyLabel="Confirming..."
      >
        Confirm Address
      </Button>
    </form>
  );
}
