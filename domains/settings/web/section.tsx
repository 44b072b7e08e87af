import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { type Field as FieldName, fieldLabels, type SettingsFormValues } from "./form-values.ts";

interface SettingsSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A section of the form: its description on the left, its fields on the right. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  return (
    <section className="grid gap-x-8 gap-y-4 px-4 py-6 sm:px-6 lg:grid-cols-[17rem_1fr]">
      <div>
        <h2 className="text-base leading-6">{title}</h2>
        <p className="mt-1 max-w-[60ch] text-ink-soft text-sm">{description}</p>
      </div>
      <div className="grid max-w-2xl content-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  );
}

interface TextFieldProps {
  name: FieldName;
  hint?: ReactNode;
  isRequired?: boolean;
  isWide?: boolean;
  /** Shown after the input, such as `%`. */
  unit?: string;
  type?: "text" | "email" | "tel";
  autoComplete?: string;
  maxLength?: number;
}

export function TextField({ name, hint, isRequired, isWide = false, unit, ...input }: TextFieldProps) {
  const { register, formState } = useFormContext<SettingsFormValues>();
  return (
    <Field
      label={fieldLabels[name]}
      hint={hint}
      error={formState.errors[name]?.message}
      isRequired={isRequired}
      className={isWide ? "sm:col-span-2" : undefined}
    >
      <span className="relative block">
        <Input
          {...register(name)}
          {...input}
          inputMode={unit === undefined ? undefined : "decimal"}
          className={
            unit === undefined
              ? undefined
              : classes("text-right tabular-nums", unit.length > 1 ? "pr-12" : "pr-9")
          }
        />
        {unit !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
          >
            {unit}
          </span>
        )}
      </span>
    </Field>
  );
}
