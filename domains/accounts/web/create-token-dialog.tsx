import { useId, useState } from "react";
import { type Control, type FieldValues, useController } from "react-hook-form";
import { createToken, tokenDays } from "#domains/accounts/token-contract.ts";
import { useCreateToken } from "#domains/accounts/web/token-changes.ts";
import { formatDay } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { actions, areaOf, mayEver } from "#shared/permissions.ts";
import { areaNames, type Scope, type TokenArea, tokenAreas } from "#shared/token-scopes.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { Select } from "#web/ui/select.tsx";
import { ShownOnceDialog } from "#web/ui/shown-once.tsx";

/** Makes an API token, then shows it once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<ResponseOf<typeof createToken> | null>(null);
  return made === null ? (
    <TokenForm onClose={onClose} onMade={setMade} />
  ) : (
    <ShownOnceDialog
      title="Your new API token"
      label={made.name}
      value={made.token}
      hint={`Whoever has it may use the portal as you, until ${formatDay(made.expiresAt)}. Keep it like a password.`}
      onClose={onClose}
    />
  );
}

interface TokenFormProps {
  onClose: () => void;
  onMade: (made: ResponseOf<typeof createToken>) => void;
}

function TokenForm({ onClose, onMade }: TokenFormProps) {
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
      description="It can do what you can do, within the areas you choose here."
      submitLabel="Make token"
      busyLabel="Making..."
      isBusy={create.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        create.mutate(body, { onSuccess: onMade, onError: showAtFields(form) }),
      )}
    >
      <Refused error={create.error} form={form} />
      <Field label="Name" hint="What it is for, e.g. Accounting." error={errors.name?.message} isRequired>
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
      <ScopeChoice control={control} />
      <Field label="Your password" error={errors.password?.message} isRequired>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}

interface Values {
  name: string;
  scopes: Scope[];
  days: number;
  password: string;
}

/** What the token may do in each area the user's role ever has anything to do in. */
function ScopeChoice<Sent extends FieldValues>({ control }: { control: Control<Values, unknown, Sent> }) {
  const user = useUser();
  const { field, fieldState } = useController({ control, name: "scopes" });
  const errorId = useId();
  const offered = areaNames.filter((area) =>
    actions.some((action) => areaOf(action) === area && mayEver(user, action)),
  );
  const choose = (area: TokenArea, chosen: string) =>
    field.onChange([
      ...field.value.filter((scope) => !scope.startsWith(`${area}:`)),
      ...(chosen === "" ? [] : [chosen as Scope]),
    ]);
  return (
    <fieldset aria-describedby={fieldState.error && errorId}>
      <legend className="mb-1.5 font-medium">What it may do</legend>
      <ul className="divide-y divide-line rounded-control ring-1 ring-line ring-inset">
        {offered.map((area, at) => (
          <li key={area} className="flex items-center justify-between gap-4 px-3 py-1.5">
            <label htmlFor={`${errorId}-${area}`}>{tokenAreas[area].label}</label>
            <Select
              id={`${errorId}-${area}`}
              ref={at === 0 ? field.ref : undefined}
              className="w-40 shrink-0"
              value={field.value.find((scope) => scope.startsWith(`${area}:`)) ?? ""}
              onChange={(event) => choose(area, event.target.value)}
              placeholder="No access"
              options={[
                { value: `${area}:read`, label: "Read" },
                ...(tokenAreas[area].most === "write"
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
