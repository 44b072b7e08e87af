import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { Visibility } from "../../types.ts";

/** The fields of a document's unit that decide who can see the document. */
export interface DocumentUnit {
  unitNumber: string;
  tenant?: string | null;
  leaseId?: number | null;
}

interface Audience {
  value: Visibility;
  label: string;
  hint: string;
}

const staffAudience: Audience = {
  value: "staff",
  label: "Staff only",
  hint: "Only the property's managers can see it.",
};

/**
 * Returns the audiences for a document of this unit, or of the whole building if null. The first is the
 * default because it's the safest.
 */
export function getAudiences(unit: DocumentUnit | null): readonly Audience[] {
  if (unit === null)
    return [
      staffAudience,
      {
        value: "building",
        label: "Everyone in the building",
        hint: "All tenants in the building can see it.",
      },
    ];
  const { unitNumber, tenant, leaseId } = unit;
  if (leaseId == null)
    return [
      { ...staffAudience, hint: `Unit ${unitNumber} is vacant, so its documents are visible to staff only.` },
    ];
  const tenantAudience: Audience = {
    value: "lease",
    label: `The tenant of unit ${unitNumber}`,
    hint: `Only ${tenant ?? "its tenant"} can see it.`,
  };
  return [staffAudience, tenantAudience];
}

interface AudienceFieldProps {
  unit: DocumentUnit | null;
  value: Visibility;
  /** Technicians can see maintenance documents regardless of the selection. */
  isMaintenance: boolean;
  error?: string;
  onChange: (value: Visibility) => void;
}

export function AudienceField({ unit, value, isMaintenance, error, onChange }: AudienceFieldProps) {
  const audiences = getAudiences(unit);
  const hint = audiences.find((audience) => audience.value === value)?.hint ?? "";
  return (
    <Field
      label="Visible to"
      error={error}
      hint={isMaintenance ? `${hint} The building's technicians can see it too.` : hint}
    >
      <Select
        options={audiences}
        value={value}
        onChange={({ target }) => onChange(target.value as Visibility)}
      />
    </Field>
  );
}
