import { useController } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { createWebhook, type Webhook } from "../contract.ts";
import { type WebhookEvent, webhookEventNames, webhookEvents } from "../events.ts";
import { useCreateWebhook, useEditWebhook } from "./webhook-changes.ts";

interface WebhookDialogProps {
  /** The one to change; without it a new one is added. */
  webhook?: Webhook;
  onClose: () => void;
  /** With the secret of a new one. */
  onAdded?: (secret: string) => void;
}

export function WebhookDialog({ webhook, onClose, onAdded }: WebhookDialogProps) {
  const form = useContractForm(createWebhook.body, {
    url: webhook?.url ?? "",
    events: webhook?.events ?? ([] as WebhookEvent[]),
  });
  const { register, control, formState } = form;
  const { field, fieldState } = useController({ control, name: "events" });
  const create = useCreateWebhook();
  const edit = useEditWebhook();
  const canWrite = useIsServerReachable();
  const save = form.handleSubmit((body) => {
    const onError = showAtFields(form);
    if (webhook === undefined) create.mutate(body, { onSuccess: ({ secret }) => onAdded?.(secret), onError });
    else edit.mutate({ webhook, changes: body }, { onSuccess: onClose, onError });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={webhook === undefined ? "New webhook" : "Change webhook"}
      description="The address gets a signed POST for each of these events, within seconds."
      submitLabel={webhook === undefined ? "Add webhook" : undefined}
      isBusy={create.isPending || edit.isPending}
      isDisabled={!canWrite}
      onSubmit={save}
    >
      <Refused error={create.error ?? edit.error} form={form} />
      <Field
        label="Address"
        hint="Of a server of yours. Private networks are not called."
        error={formState.errors.url?.message}
        isRequired
      >
        <Input
          {...register("url")}
          type="url"
          inputMode="url"
          placeholder="https://"
          data-autofocus
          autoComplete="off"
        />
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">Events</legend>
        {fieldState.error !== undefined && (
          <p role="alert" className="mb-1.5 text-red-text text-sm">
            {fieldState.error.message}
          </p>
        )}
        <div className="grid gap-x-6 sm:grid-cols-2">
          {webhookEventNames.map((name, at) => (
            <Checkbox
              key={name}
              ref={at === 0 ? field.ref : undefined}
              label={webhookEvents[name]}
              hint={name}
              checked={field.value.includes(name)}
              onChange={({ target }) =>
                field.onChange(
                  target.checked ? [...field.value, name] : field.value.filter((one) => one !== name),
                )
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
