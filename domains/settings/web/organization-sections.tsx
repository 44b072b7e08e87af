import { Controller, useFormContext } from "react-hook-form";
import { countries } from "#domains/properties/countries.ts";
import { roles } from "#shared/roles.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { LogoField } from "./logo-field.tsx";
import { Section, TextField } from "./section.tsx";
import { timeZoneOptions } from "./time-zones.ts";
import { fieldLabels, type TypedSettings } from "./typed.ts";

export function NameSection({ logo }: { logo: string | null }) {
  const { control } = useFormContext<TypedSettings>();
  return (
    <Section
      title="Organization"
      description="Who runs this portal. Name and logo are on every page, in emails and on PDFs."
    >
      <TextField name="name" isRequired isWide maxLength={120} autoComplete="organization" />
      <LogoField logo={logo} />
      <Controller
        control={control}
        name="timeZone"
        render={({ field, fieldState }) => (
          <Field
            label={fieldLabels.timeZone}
            error={fieldState.error?.message}
            hint="Lease days and due dates follow this time zone. Each building can have its own below."
            isRequired
            className="sm:col-span-2"
          >
            <Combobox
              options={timeZoneOptions(field.value)}
              value={field.value}
              onChange={field.onChange}
              placeholder="Search for a city or zone"
            />
          </Field>
        )}
      />
    </Section>
  );
}

const countryOptions = countries.map((value) => ({ value, label: value }));

export function AddressSection() {
  const { register, formState } = useFormContext<TypedSettings>();
  return (
    <Section
      title="Address"
      description="Printed on receipts, and used as the billing address of card payments."
    >
      <TextField name="street" isWide maxLength={300} autoComplete="street-address" />
      <TextField name="city" maxLength={100} autoComplete="address-level2" />
      <TextField name="state" maxLength={100} autoComplete="address-level1" />
      <TextField name="zip" maxLength={20} autoComplete="postal-code" />
      <Field label={fieldLabels.country} error={formState.errors.country?.message}>
        <Select {...register("country")} options={countryOptions} />
      </Field>
    </Section>
  );
}

export function ContactSection() {
  return (
    <Section title="Support" description="The contact for questions. Shown in the help and in emails.">
      <TextField name="supportEmail" type="email" autoComplete="email" maxLength={254} />
      <TextField name="supportPhone" type="tel" autoComplete="tel" maxLength={40} />
    </Section>
  );
}

export function DocumentSection() {
  return (
    <Section
      title="Documents"
      description="The space for the documents of one lease. Earlier versions and the trash count; documents of the whole building do not."
    >
      <TextField name="documentQuotaMegabytes" unit="MB" maxLength={9} hint="1,024 MB equal 1 GB." />
    </Section>
  );
}

const modes = [
  {
    value: "approval",
    label: "Anyone may register, subject to approval",
    hint: "A landlord of the unit or an administrator decides. Until then people see only their own reports.",
  },
  {
    value: "invite",
    label: "By invitation only",
    hint: "Nobody can register without an invitation.",
  },
] as const;

export function RegistrationSection({ isFromEnvironment }: { isFromEnvironment: boolean }) {
  const { register } = useFormContext<TypedSettings>();
  return (
    <Section
      title="Registration"
      description={
        isFromEnvironment
          ? "Who may create an account. The server's configuration applies until you choose here."
          : "Who may create an account."
      }
    >
      <fieldset className="space-y-3 sm:col-span-2">
        <legend className="sr-only">{fieldLabels.registration}</legend>
        {modes.map(({ value, label, hint }) => (
          <div key={value} className="flex min-h-(--control-sm) items-start gap-2.5">
            <input
              {...register("registration")}
              type="radio"
              id={`registration-${value}`}
              value={value}
              aria-describedby={`registration-${value}-hint`}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
            />
            <div>
              <label htmlFor={`registration-${value}`} className="thumb">
                {label}
              </label>
              <p id={`registration-${value}-hint`} className="text-ink-soft text-sm">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
    </Section>
  );
}

/** The roles that require two-factor sign-in: people without it have to set it up at once. */
export function SecondFactorSection() {
  const { register, formState } = useFormContext<TypedSettings>();
  const error = formState.errors.secondFactorRoles?.message;
  return (
    <Section
      title="Two-factor sign-in"
      description="The roles that must also enter a code from an authenticator app. Everybody else may turn it on."
    >
      <fieldset className="sm:col-span-2" aria-describedby="second-factor-roles-note">
        <legend className="sr-only">{fieldLabels.secondFactorRoles}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            {...register("secondFactorRoles")}
            value={role}
            aria-invalid={error === undefined ? undefined : true}
            label={roleLabels[role]}
          />
        ))}
        <p
          id="second-factor-roles-note"
          role={error === undefined ? undefined : "alert"}
          className={error === undefined ? "mt-1.5 text-ink-soft text-sm" : "mt-1.5 text-red-text text-sm"}
        >
          {error ?? "People in these roles have to set it up before they can do anything else."}
        </p>
      </fieldset>
    </Section>
  );
}
