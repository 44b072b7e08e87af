import type { UseMutationResult } from "@tanstack/react-query";
import { forCode } from "#domains/accounts/second-factor-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";

interface CodeDialogProps<Done> {
  title: string;
  /** The consequences of the action. */
  description: string;
  submitLabel: string;
  busyLabel: string;
  /** The mutation that sends the code. */
  change: UseMutationResult<Done, Error, string>;
  onClose: () => void;
  onDone?: (done: Done) => void;
}

/** Asks for an app code or a recovery code before a change of two-factor sign-in. */
export function CodeDialog<Done>({ change, onDone, ...dialog }: CodeDialogProps<Done>) {
  const form = useContractForm(forCode.body, { code: "" });
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      {...dialog}
      size="sm"
      isBusy={change.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit(({ code }) =>
        change.mutate(code, { onSuccess: (done) => onDone?.(done), onError: showAtFields(form) }),
      )}
    >
      <Refused error={change.error} form={form} />
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
