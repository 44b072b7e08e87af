import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { percentInBasisPoints } from "#domains/settings/web/form-values.ts";
import { getTimeZoneOptions } from "#domains/settings/web/time-zones.ts";
import { newOrganization } from "#domains/setup/contract.ts";
import type { SetupDraft } from "#domains/setup/web/draft.ts";
import { SetupFrame } from "#domains/setup/web/setup-frame.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";

interface StepProps {
  draft: SetupDraft;
  onChange: (changes: Partial<SetupDraft>) => void;
}

/** The fee is entered as a percentage. */
const shape = z.extend(newOrganization, { cardFeeBasisPoints: percentInBasisPoints });

/** The first step. Its values are saved in this tab until there is an administrator. */
export function OrganizationStep({ draft, onChange }: StepProps) {
  const { name, timeZone, cardFee } = draft;
  const { register, control, handleSubmit, formState } = useContractForm(shape, {
    name,
    timeZone,
    cardFeeBasisPoints: cardFee,
  });
  const { errors } = formState;
  const submit = handleSubmit((organization) =>
    onChange({ name: organization.name, timeZone: organization.timeZone, step: 2 }),
  );
  return (
    <SetupFrame
      step={1}
      title="Set up your portal"
      description="Tell us who manages this portal. The name appears in emails and on receipts. You can change all of this later in Settings."
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <Field label="Organization name" error={errors.name?.message} isRequired>
          <Input
            {...register("name", { onChange: ({ target }) => onChange({ name: target.value }) })}
            maxLength={120}
            autoComplete="organization"
          />
        </Field>
        <Field
          label="Time zone"
          hint="Lease dates and due dates use this time zone. You can set a different one for each property."
          error={errors.timeZone?.message}
          isRequired
        >
          <Controller
            control={control}
            name="timeZone"
            render={({ field }) => (
              <Combobox
                options={getTimeZoneOptions(field.value)}
                value={field.value}
                onChange={(selected) => {
                  field.onChange(selected);
                  onChange({ timeZone: selected });
                }}
              />
            )}
          />
        </Field>
        <Field
          label="Card fee (%)"
          hint="Added to payments by card: 0 to 3.5%. Card networks require you to disclose it, and some states ban or cap it."
          error={errors.cardFeeBasisPoints?.message}
          isRequired
        >
          <Input
            {...register("cardFeeBasisPoints", {
              onChange: ({ target }) => onChange({ cardFee: target.value }),
            })}
            maxLength={6}
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" size="lg" className="max-sm:w-full">
            Continue
          </Button>
        </div>
      </form>
    </SetupFrame>
  );
}
