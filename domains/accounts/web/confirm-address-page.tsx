import { type FormEvent, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import * as z from "zod/mini";
import { confirmAddress } from "#domains/accounts/registration-contract.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Where the confirmation mail leads. Only the button consumes the link: mail programs open links by themselves. */
export default function ConfirmAddressPage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <PublicLayout
      title="Confirm your address"
      description="Choose the password you want to sign in with. It replaces any set before, as this proves that the mailbox is yours."
    >
      {token === "" ? (
        <Banner kind="warning" title="This link is not complete">
          Please open the link in the mail again, or copy the whole of it.
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
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    const checked = z.safeParse(confirmAddress.body, { token, password });
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await settleSignOut();
      const user = await call(confirmAddress, { body: checked.data });
      toast({ title: "Address Confirmed", description: `Welcome, ${user.fullName}!` });
      navigate(user.role === "maintenance" ? paths.workOrders : paths.dashboard, { replace: true });
      keepSession(user).begin();
    } catch (reason) {
      setIsBusy(false);
      setFailure(userMessageOf(reason));
    }
  };

  return (
    <form noValidate onSubmit={confirm} className="space-y-4">
      <Field label="Password" hint="At least 6 characters." error={error} isRequired>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {failure !== undefined && <Banner kind="danger" title={failure} />}
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} busyLabel="Confirming...">
        Confirm Address
      </Button>
    </form>
  );
}
