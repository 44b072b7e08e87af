import { useWatch } from "react-hook-form";
import { registrationPasswordHint } from "#domains/accounts/password-rules.ts";
import { registration } from "#domains/people/registration-contract.ts";

import { useRegister } from "#domains/people/web/registration/register.ts";
import { parseUnitId, UnitChoice } from "#domains/people/web/registration/unit-choice.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PasswordInput } from "#web/ui/forms/password-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";

/** The two roles open to registration (REG-02). */
const roleOptions = [
  { value: "tenant", label: "Tenant" },
  { value: "maintenance", label: "Maintenance Staff" },
];

export function RegisterForm() {
  const form = useContractForm(
    registration,
    { fullName: "", email: "", username: "", password: "", role: "tenant", unitId: null as number | null },
    { mode: "onTouched" },
  );
  const { errors, isValid } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });
  const { register, error, isBusy } = useRegister();
  const onSubmit = form.handleSubmit(async (entries) => showFieldErrors(form)(await register(entries)));

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label="Full name" error={errors.fullName?.message} isRequired>
        <Input {...form.register("fullName")} autoComplete="name" />
      </Field>
      <Field
        label="Email"
        hint="We'll send a link to confirm it's yours."
        error={errors.email?.message}
        isRequired
      >
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field
        label="Username"
        hint="If left blank, we'll create one from your email."
        error={errors.username?.message}
        isOptional
      >
        <Input {...form.register("username")} autoComplete="nickname" autoCapitalize="none" />
      </Field>
      <Field label="Password" hint={registrationPasswordHint} error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Field label="Role" error={errors.role?.message} isRequired>
        <Select {...form.register("role")} options={roleOptions} />
      </Field>
      {role === "tenant" && (
        <UnitChoice
          selectProps={form.register("unitId", { setValueAs: parseUnitId })}
          error={errors.unitId?.message}
        />
      )}
      {error !== null && (
        <Banner kind="danger" title="Registration failed: Please check your information and try again." />
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isWide
        disabled={!isValid}
        isBusy={isBusy}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
    </form>
  );
}
