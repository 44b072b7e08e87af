import { Controller, useFormContext } from "react-hook-form";
import { countries } from "#domains/properties/countries.ts";
import { roles } from "#shared/roles.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { ImageButtons } from "#web/ui/forms/image-buttons.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Logo } from "#web/ui/page/logo.tsx";
import { fieldLabels, type SettingsFormValues } from "./form-values.ts";
import { useChangeLogo } from "./mutations.ts";
import { SettingsSection, TextField } from "./section.tsx";
import { getTimeZoneOptions } from "./time-zones.ts";

export function NameSection({ logo }: { logo: string | null }) {
  const { control } = useFormContext<SettingsFormValues>();
  return (
    <SettingsSection
      name="organization"
      description="Who manages this portal. The name and logo appear on every page, in emails, and on PDFs."
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
            hint="Lease dates and due dates use this time zone. You can set a different one for each property."
            isRequired
            className="sm:col-span-2"
          >
            <Combobox
              options={getTimeZoneOptions(field.value)}
              value={field.value}
              onChange={field.onChange}
              placeholder="Search for a city or zone"
            />
          </Field>
        )}
      />
    </SettingsSection>
  );
}

const countryOptions = countries.map((value) => ({ value, label: value }));

export function AddressSection() {
  const { register, formState } = useFormContext<SettingsFormValues>();
  return (
    <SettingsSection
      name="address"
      description="Shown on receipts and used as the billing address for card payments."
    >
      <TextField name="street" isWide maxLength={300} autoComplete="street-address" />
      <TextField name="city" maxLength={100} autoComplete="address-level2" />
      <TextField name="state" maxLength={100} autoComplete="address-level1" />
      <TextField name="zip" maxLength={20} autoComplete="postal-code" />
      <Field label={fieldLabels.country} error={formState.errors.country?.message}>
        <Select {...register("country")} options={countryOptions} />
      </Field>
    </SettingsSection>
  );
}

export function ContactSection() {
  return (
    <SettingsSection name="support" description="Contacts for questions, shown in Help and in emails.">
      <TextField name="supportEmail" type="email" autoComplete="email" maxLength={254} />
      <TextField name="supportPhone" type="tel" autoComplete="tel" maxLength={40} />
    </SettingsSection>
  );
}

export function DocumentSection() {
  return (
    <SettingsSection
      name="documents"
      description="Storage limit for each lease's documents. Earlier versions and the trash count toward it. Documents for everyone at the property don't."
    >
      <TextField name="documentQuotaMegabytes" unit="MB" maxLength={9} hint="1,024 MB = 1 GB." />
    </SettingsSection>
  );
}

const registrationModeOptions = [
  {
    value: "approval",
    label: "Anyone can register, with approval",
    hint: "The unit's landlord or an administrator approves each person. Until then, people see only their own work orders.",
  },
  {
    value: "invite",
    label: "By invitation only",
    hint: "People can't register without an invitation.",
  },
] as const;

export function RegistrationSection({ isFromEnvironment }: { isFromEnvironment: boolean }) {
  const { register } = useFormContext<SettingsFormValues>();
  return (
    <SettingsSection
      name="registration"
      description={
        isFromEnvironment
          ? "Who can create an account. The server's setting applies until you choose here."
          : "Who can create an account."
      }
    >
      <fieldset className="space-y-3 sm:col-span-2">
        <legend className="sr-only">{fieldLabels.registration}</legend>
        {registrationModeOptions.map(({ value, label, hint }) => (
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
    </SettingsSection>
  );
}

/** The roles that require two-factor authentication. People without it must set it up right away. */
export function TwoFactorSection() {
  const { register, formState } = useFormContext<SettingsFormValues>();
  const error = formState.errors.twoFactorRoles?.message;
  return (
    <SettingsSection
      name="two-factor"
      description="Roles that must also enter a code from an authenticator app. It's optional for everyone else."
    >
      <fieldset className="sm:col-span-2" aria-describedby="two-factor-roles-note">
        <legend className="sr-only">{fieldLabels.twoFactorRoles}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            {...register("twoFactorRoles")}
            value={role}
            aria-invalid={error === undefined ? undefined : true}
            label={roleLabels[role]}
          />
        ))}
        <p
          id="two-factor-roles-note"
          role={error === undefined ? undefined : "alert"}
          className={error === undefined ? "mt-1.5 text-ink-soft text-sm" : "mt-1.5 text-red-text text-sm"}
        >
          {error ?? "People in these roles must set it up before they can do anything else."}
        </p>
      </fieldset>
    </SettingsSection>
  );
}

/** The logo with its buttons, which save immediately. */
function LogoField({ logo }: { logo: string | null }) {
  const change = useChangeLogo();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">Logo</legend>
      <span className="flex h-16 min-w-16 items-center justify-center rounded-control border border-line bg-white p-2">
        {logo === null ? (
          <Logo />
        ) : (
          <img src={logo} alt="The organization's logo" className="max-h-full max-w-40 object-contain" />
        )}
      </span>
      <div>
        <ImageButtons
          label="Organization logo"
          noun="Logo"
          hasImage={logo !== null}
          isSaving={change.isPending}
          onChange={change.mutate}
        />
        <p className="mt-1 text-ink-soft text-sm">
          Use a transparent background, at least 100 pixels tall. Saves automatically.
        </p>
      </div>
    </fieldset>
  );
}
