import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type UseFormSetError, useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { registration } from "#domains/accounts/registration-contract.ts";
import { useRegister } from "#domains/accounts/web/register.ts";
import { UnitChoice } from "#domains/accounts/web/unit-choice.tsx";
import { ApiError } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Select } from "#web/ui/select.tsx";

type Entries = z.input<typeof registration>;
type Checked = z.output<typeof registration>;

/** REG-02: the two roles one may ask for. */
const roleOptions = [
  { value: "tenant", label: "Tenant" },
  { value: "maintenance", label: "Maintenance Staff" },
];

export function RegisterForm() {
  const form = useForm<Entries, unknown, Checked>({
    resolver: standardSchemaResolver(registration),
    mode: "onTouched",
    defaultValues: {
      fullName: "",
      email: "",
      username: "",
      password: "",
      role: "tenant",
      unitId: null,
    },
  });
  const { errors, isValid } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });
  const { register, hasFailed, isBusy } = useRegister();
  const onSubmit = form.handleSubmit(async (entries) => {
    const error = await register(entries);
    showFieldErrors(error, form.setError);
  });

  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label="Full Name" error={errors.fullName?.message} isRequired>
        <Input {...form.register("fullName")} autoComplete="name" />
      </Field>
      <Field
        label="Email"
        hint="We send a link there to confirm that it is yours."
        error={errors.email?.message}
        isRequired
      >
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field
        label="Username"
        hint="Left blank, it is made from your email."
        error={errors.username?.message}
        isOptional
      >
        <Input {...form.register("username")} autoComplete="nickname" autoCapitalize="none" />
      </Field>
      <Field label="Password" hint="At least 6 characters." error={errors.password?.message} isRequired>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Field label="Role" error={errors.role?.message} isRequired>
        <Select {...form.register("role")} options={roleOptions} />
      </Field>
      {role === "tenant" && (
        <UnitChoice
          wiring={form.register("unitId", { setValueAs: unitIdOf })}
          error={errors.unitId?.message}
        />
      )}
      {hasFailed && (
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

const unitIdOf = (value: unknown): number | null => (value === "" || value == null ? null : Number(value));

/** What the server finds wrong with a field stands beneath that field. */
function showFieldErrors(error: unknown, setError: UseFormSetError<Entries>): void {
  if (!(error instanceof ApiError)) return;
  for (const [name, message] of Object.entries(error.problem?.fields ?? {}))
    if (
      name === "email" ||
      name === "username" ||
      name === "password" ||
      name === "fullName" ||
      name === "unitId"
    )
      setError(name, { message });
}
