import { Controller } from "react-hook-form";
import type { SetUpDraft } from "#domains/set-up/web/draft.ts";
import { SetUpFrame } from "#domains/set-up/web/set-up-frame.tsx";
import { timeZoneOptions } from "#domains/settings/web/time-zones.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { newOrganisation } from "../contract.ts";

interface StepProps {
  draft: SetUpDraft;
  onChange: (changes: Partial<SetUpDraft>) => void;
}

/** The first step. Its entries are kept in this tab until there is an administrator. */
export function OrganisationStep({ draft, onChange }: StepProps) {
  const { name, timeZone } = draft;
  const { register, control, handleSubmit, formState } = useContractForm(newOrganisation, { name, timeZone });
  const { errors } = formState;
  const submit = handleSubmit((organisation) => onChange({ ...organisation, step: 2 }));
  return (
    <SetUpFrame
      step={1}
      title="Set up your portal"
      description="Who runs it? The name appears in emails and on receipts; both can be changed later in the settings."
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
          hint="Lease days and due dates follow this time zone. A building may have its own."
          error={errors.timeZone?.message}
          isRequired
        >
          <Controller
            control={control}
            name="timeZone"
            render={({ field }) => (
              <Combobox
                options={timeZoneOptions(field.value)}
                value={field.value}
                onChange={(chosen) => {
                  field.onChange(chosen);
                  onChange({ timeZone: chosen });
                }}
              />
            )}
          />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" size="lg" className="max-sm:w-full">
            Continue
          </Button>
        </div>
      </form>
    </SetUpFrame>
  );
}
