import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { changePassword, listOwnSessions } from "#domains/accounts/profile-contract.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.tsx";

const empty = { currentPassword: "", newPassword: "" };

/** Changing the password asks for the present one and ends all other sessions. */
export function PasswordCard() {
  const [entries, setEntries] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const canWrite = useIsServerReachable();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    onSuccess: () => {
      setEntries(empty);
      toast({ title: "Password Changed", description: "All your other devices are signed out." });
      void queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] });
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const checked = z.safeParse(changePassword.body, entries);
    const found: Record<string, string> = {};
    for (const issue of checked.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
    setErrors(found);
    if (checked.success) change.mutate(checked.data);
  };
  return (
    <Card>
      <CardHeader title="Password" description="Changing it signs out all your other devices." />
      <form noValidate onSubmit={save} className="space-y-4 px-4 pb-5 sm:px-5">
        {change.error !== null && Object.keys(errors).length === 0 && (
          <Banner kind="danger" title={userMessageOf(change.error)} />
        )}
        <Field label="Current password" error={errors.currentPassword} isRequired>
          <PasswordInput
            autoComplete="current-password"
            value={entries.currentPassword}
            onChange={(event) => setEntries({ ...entries, currentPassword: event.target.value })}
          />
        </Field>
        <Field label="New password" hint="At least 6 characters." error={errors.newPassword} isRequired>
          <PasswordInput
            autoComplete="new-password"
            value={entries.newPassword}
            onChange={(event) => setEntries({ ...entries, newPassword: event.target.value })}
          />
        </Field>
        <Button type="submit" disabled={!canWrite} isBusy={change.isPending} busyLabel="Changing...">
          Change password
        </Button>
      </form>
    </Card>
  );
}
