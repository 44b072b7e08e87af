import { type ReactNode, useSyncExternalStore } from "react";
import { useFormContext } from "react-hook-form";
import { ChevronLeft, ChevronRight } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type SettingsFieldName as FieldName, fieldLabels, type SettingsFormValues } from "./form-values.ts";

/** The sections in their order, by the part of the URL after the `#`. */
export const sections = {
  organization: "Organization",
  address: "Address",
  support: "Support",
  payments: "Payments",
  breakdown: "Estimated breakdown",
  documents: "Documents",
  registration: "Registration",
  "two-factor": "Two-factor authentication",
  properties: "Properties",
  backups: "Backups",
} as const;
export type SectionName = keyof typeof sections;

function subscribe(onChange: () => void) {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}
const readOpenSection = (): string => {
  const name = location.hash.slice(1);
  return name in sections ? name : "";
};

/** The section in the URL, or an empty string. Phones show only this section. */
const useOpenSection = (): string => useSyncExternalStore(subscribe, readOpenSection);

interface SettingsSectionProps {
  name: SectionName;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of the settings. On phones, a page of its own. */
export function SettingsSection({ name, description, className, children }: SettingsSectionProps) {
  const isOpen = useOpenSection() === name;
  const hasHeading = description !== undefined;
  return (
    <Section
      id={name}
      aria-label={sections[name]}
      title={hasHeading ? sections[name] : undefined}
      description={description}
      className={classes("scroll-mt-16", !isOpen && "max-sm:hidden", className)}
    >
      {hasHeading ? (
        <div className="grid content-start gap-4 pt-4 pb-2 sm:grid-cols-2">{children}</div>
      ) : (
        children
      )}
    </Section>
  );
}

/** A list of links next to the sections. On phones, the list is at the top of the page. */
export function SettingsIndex() {
  const open = useOpenSection();
  return (
    <nav aria-label="Settings" className="lg:sticky lg:top-16 lg:self-start">
      {open !== "" && (
        <a
          href="#all"
          className="thumb -ml-1 inline-flex min-h-7 items-center gap-1 pr-2 text-ink-soft text-sm sm:hidden"
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          All settings
        </a>
      )}
      <ul
        className={classes(
          "max-lg:mb-2 max-sm:divide-y max-sm:divide-line max-sm:border-line max-sm:border-y sm:max-lg:flex sm:max-lg:flex-wrap sm:max-lg:gap-x-1",
          open !== "" && "max-sm:hidden",
        )}
      >
        {(Object.keys(sections) as SectionName[]).map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              aria-current={open === name || undefined}
              className="flex min-h-8 items-center justify-between rounded-control px-2.5 text-ink-soft hover:bg-hover hover:text-ink aria-[current=true]:font-medium aria-[current=true]:text-ink max-sm:min-h-12 max-sm:px-0 max-sm:font-medium max-sm:text-ink pointer-coarse:min-h-11"
            >
              {sections[name]}
              <ChevronRight aria-hidden="true" className="size-4 text-ink-faint sm:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
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
