import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Visibility } from "../types.ts";

/** The facts of a document's unit that decide who can see it. */
export interface UnitOfDocument {
  unitNumber: string;
  tenant?: string | null | undefined;
  leaseId?: number | null | undefined;
}

interface Audience {
  value: Visibility;
  label: string;
  hint: string;
}

const staff: Audience = {
  value: "staff",
  label: "Staff only",
  hint: "Only those who manage the building see it.",
};

/** The audiences for a document of this unit, or of the whole building without one; first the default, which nobody regrets. */
export function audiencesOf(unit: UnitOfDocument | null): readonly Audience[] {
  if (unit === null)
    return [
      staff,
      {
        value: "building",
        label: "Everyone in the building",
        hint: "All tenants of the building see it.",
      },
    ];
  const { unitNumber, tenant, leaseId } = unit;
  if (leaseId == null)
    return [{ ...staff, hint: `Unit ${unitNumber} is not let, so its documents are for staff only.` }];
  const ofTenant: Audience = {
    value: "lease",
    label: `The tenant of unit ${unitNumber}`,
    hint: `${tenant ?? "Its tenant"} sees it, and no other tenant.`,
  };
  return [staff, ofTenant];
}

interface AudienceFieldProps {
  unit: UnitOfDocument | null;
  value: Visibility;
  /** Technicians see maintenance documents whatever is chosen. */
  isOfMaintenance: boolean;
  error?: string | undefined;
  onChange: (value: Visibility) => void;
}

export function AudienceField({ unit, value, isOfMaintenance, error, onChange }: AudienceFieldProps) {
  const audiences = audiencesOf(unit);
  const hint = audiences.find((one) => one.value === value)?.hint ?? "";
  return (
    <Field
      label="Visible to"
      error={error}
      hint={isOfMaintenance ? `${hint} The building's technicians see it as well.` : hint}
    >
      <Select
        options={audiences}
        value={value}
        onChange={({ target }) => onChange(target.value as Visibility)}
      />
    </Field>
  );
}
