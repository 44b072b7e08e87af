import { useId, useState } from "react";
import { type Control, type FieldValues, useController } from "react-hook-form";
import { createToken, tokenDays } from "#domains/accounts/token-contract.ts";
import { useCreateToken } from "#domains/accounts/web/tokens/mutations.ts";
import { formatDay } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { areaNames, getUsableScopes, type Scope, type TokenArea, tokenAreas } from "#shared/token-scopes.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { OneTimeSecretDialog } from "#web/ui/overlays/one-time-secret.tsx";

/** Creates an API token, then shows it once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [createdToken, setCreatedToken] = useState<ResponseOf<typeof createToken> | null>(null);
  return createdToken === null ? (
    <TokenForm onClose={onClose} onCreated={setCreatedToken} />
  ) : (
    <OneTimeSecretDialog
      title="Your new API token"
      label={createdToken.name}
      value={createdToken.token}
      hint={`Anyone with this token can use the portal as you until ${formatDay(createdToken.expiresAt)}. Treat it like a password.`}
      onClose={onClose}
    />
  );
}

interface TokenFormProps {
  onClose: () => void;
  onCreated: (token: ResponseOf<typeof createToken>) => void;
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const form = useContractForm(createToken.body, {
    name: "",
    scopes: [] as Scope[],
    days: 90,
    password: "",
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const create = useCreateToken();
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      onClose={onClose}
      title="New API token"
      description="It can do anything you can do in the areas you select."
      submitLabel="Create Token"
      busyLabel="Creating..."
      isBusy={create.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        create.mutate(body, { onSuccess: onCreated, onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={create.error} form={form} />
      <Field label="Name" hint="What it's for, such as Accounting." error={errors.name?.message} isRequired>
        <Input {...register("name")} data-autofocus maxLength={80} autoComplete="off" />
      </Field>
      <Field label="Expires in" error={errors.days?.message} isRequired>
        <Select
          {...register("days", { valueAsNumber: true })}
          options={tokenDays.map((days) => ({
            value: String(days),
            label: days === 365 ? "1 year" : `${days} days`,
          }))}
        />
      </Field>
      <ScopesField control={control} />
      <Field label="Your password" error={errors.password?.message} isRequired>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}

interface TokenFormValues {
  name: string;
  scopes: Scope[];
  days: number;
  password: string;
}

/** Selects what the token can do in each area that the user's role can use. */
function ScopesField<Output extends FieldValues>({
  control,
}: {
  control: Control<TokenFormValues, unknown, Output>;
}) {
  const user = useUser();
  const { field, fieldState } = useController({ control, name: "scopes" });
  const errorId = useId();
  const availableScopes = getUsableScopes(user.membership === "active" ? user.role : "pending");
  const offeredAreas = areaNames.filter((area) => availableScopes.includes(`${area}:read`));
  const selectScope = (area: TokenArea, scope: string) =>
    field.onChange([
      ...field.value.filter((selected) => !selected.startsWith(`${area}:`)),
      ...(scope === "" ? [] : [scope as Scope]),
    ]);
  return (
    <fieldset aria-describedby={fieldState.error && errorId}>
      <legend className="mb-1.5 font-medium">Permissions</legend>
      <ul className="divide-y divide-line rounded-control ring-1 ring-line ring-inset">
        {offeredAreas.map((area, index) => (
          <li key={area} className="flex items-center justify-between gap-4 px-3 py-1.5">
            <label htmlFor={`${errorId}-${area}`}>{tokenAreas[area].label}</label>
            <Select
              id={`${errorId}-${area}`}
              ref={index === 0 ? field.ref : undefined}
              className="w-40 shrink-0"
              value={field.value.find((scope) => scope.startsWith(`${area}:`)) ?? ""}
              onChange={(event) => selectScope(area, event.target.value)}
              placeholder="No access"
              options={[
                { value: `${area}:read`, label: "Read" },
                ...(tokenAreas[area].highest === "write"
                  ? [{ value: `${area}:write`, label: "Read and write" }]
                  : []),
              ]}
            />
          </li>
        ))}
      </ul>
      {fieldState.error !== undefined && (
        <p id={errorId} role="alert" className="mt-1.5 text-red-text text-sm">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
