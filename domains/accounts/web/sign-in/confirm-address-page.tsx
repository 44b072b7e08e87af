import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import * as z from "zod/mini";
import { confirmAddress } from "#domains/accounts/confirm-address-contract.ts";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { sendPendingSignOut } from "#web/session/pending-sign-out.ts";
import { storeSession } from "#web/session/session-store.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { loginPath } from "../../paths.ts";

const shape = z.pick(confirmAddress.body, { password: true });

/**
 * The page the confirmation link opens. Only the button consumes the link, because email programs open links
 * automatically.
 */
export default function ConfirmAddressPage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <PublicLayout
      title="Confirm your address"
      description="Choose the password you'll sign in with. It replaces any earlier password."
    >
      {token === "" ? (
        <Banner kind="warning" title="This link is incomplete">
          Open the link in the email again, or copy the whole link.
        </Banner>
      ) : (
        <ConfirmForm token={token} />
      )}
      <ButtonLink href={loginPath} variant="ghost" isWide className="mt-4">
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
      await sendPendingSignOut();
      const user = await call(confirmAddress, { body: { token, password } });
      toast({ title: "Address Confirmed", description: `Welcome, ${user.fullName}!` });
      navigate(user.role === "maintenance" ? workOrdersPath : dashboardPath, { replace: true });
      storeSession(user).start();
    } catch (error) {
      setFailure(error);
      showFieldErrors(form)(error);
    }
  });

  return (
    <form noValidate onSubmit={confirm} className="space-y-4">
      <Field label="Password" hint="At least 6 characters." error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <FormError error={failure} form={form} />
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
