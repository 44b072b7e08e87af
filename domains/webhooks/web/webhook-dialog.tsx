import { useController } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { createWebhook, type Webhook } from "../contract.ts";
import { type WebhookEvent, webhookEventNames, webhookEvents } from "../events.ts";
import { useCreateWebhook, useEditWebhook } from "./mutations.ts";

interface WebhookDialogProps {
  /** The webhook to edit. If undefined, a new one is added. */
  webhook?: Webhook;
  onClose: () => void;
  /** Receives the secret of the new webhook. */
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
    const onError = showFieldErrors(form);
    if (webhook === undefined) create.mutate(body, { onSuccess: ({ secret }) => onAdded?.(secret), onError });
    else edit.mutate({ webhook, changes: body }, { onSuccess: onClose, onError });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={webhook === undefined ? "New Webhook" : "Edit Webhook"}
      description="We send a signed POST to this URL for each event, usually within seconds."
      submitLabel={webhook === undefined ? "Add Webhook" : undefined}
      isBusy={create.isPending || edit.isPending}
      isDisabled={!canWrite}
      onSubmit={save}
    >
      <FormError error={create.error ?? edit.error} form={form} />
      <Field
        label="URL"
        hint="Your server's URL. Private networks aren't allowed."
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
          {webhookEventNames.map((name, index) => (
            <Checkbox
              key={name}
              ref={index === 0 ? field.ref : undefined}
              label={webhookEvents[name]}
              hint={name}
              checked={field.value.includes(name)}
              onChange={({ target }) =>
                field.onChange(
                  target.checked ? [...field.value, name] : field.value.filter((event) => event !== name),
                )
              }
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
