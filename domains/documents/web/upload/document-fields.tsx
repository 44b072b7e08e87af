import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { documentTypes } from "../../types.ts";
import { AudienceField, type DocumentUnit, getAudiences } from "./audience-field.tsx";
import { emptyRow, type FileRow } from "./fill-rows.ts";

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

export interface UploadValues {
  buildingId: string;
  rows: FileRow[];
}

/** The units of the selected building. */
export interface UnitChoice {
  units: readonly (DocumentUnit & { id: number })[];
  /** The unit of a tenant who has only one. */
  onlyUnitId: string;
  isError: boolean;
}

/** Returns the selected unit of a row, or null for the whole building. */
export const findUnit = ({ units, onlyUnitId }: UnitChoice, { unitId }: Pick<FileRow, "unitId">) =>
  units.find(({ id }) => String(id) === (unitId || onlyUnitId)) ?? null;

/** Returns the selected audience of a row if its unit has it, or the default one. */
export const findAudience = (unit: DocumentUnit | null, { visibility }: Pick<FileRow, "visibility">) => {
  const audiences = getAudiences(unit);
  return audiences.find(({ value }) => value === visibility)?.value ?? audiences[0]?.value ?? "staff";
};

interface DocumentFieldsProps {
  form: UseFormReturn<UploadValues, unknown, unknown>;
  index: number;
  unitChoice: UnitChoice;
  /** Shown between the expiration date and the unit. */
  children?: ReactNode;
}

/** The fields of one file: title, type, expiration date, unit, and who can see it. */
export function DocumentFields({ form, index, unitChoice, children }: DocumentFieldsProps) {
  const { role } = useUser();
  const { register, control, formState, setValue } = form;
  // The row of a file that was just selected is added after the first render.
  const row = useWatch({ control, name: `rows.${index}` }) ?? emptyRow;
  const errors = formState.errors.rows?.[index] ?? {};
  const unit = findUnit(unitChoice, row);
  return (
    <>
      <Field label="Title" error={errors.title?.message} isRequired className="sm:col-span-2">
        <Input {...register(`rows.${index}.title`)} maxLength={200} placeholder="Certificate of insurance" />
      </Field>
      <Field label="Document type" error={errors.type?.message} isRequired>
        <Select
          {...register(`rows.${index}.type`)}
          placeholder="Select a document type"
          options={typeOptions}
        />
      </Field>
      <Field
        label="Expiration date"
        error={errors.expiresOn?.message}
        isOptional
        hint="Leave blank if it doesn't expire."
      >
        <Input type="date" {...register(`rows.${index}.expiresOn`)} />
      </Field>
      {children}
      <Field
        label="Unit"
        error={errors.unitId?.message ?? (unitChoice.isError ? "Couldn't load units." : undefined)}
        isOptional
        hint={role === "tenant" ? "It will be filed under your unit." : undefined}
      >
        <Select
          {...register(`rows.${index}.unitId`)}
          value={unit === null ? "" : String(unit.id)}
          placeholder="All Units"
          options={unitChoice.units.map(({ id, unitNumber }) => ({
            value: String(id),
            label: `Unit ${unitNumber}`,
          }))}
        />
      </Field>
      {(role === "admin" || role === "landlord") && (
        <div className={children === undefined ? undefined : "sm:col-span-2"}>
          <AudienceField
            unit={unit}
            value={findAudience(unit, row)}
            isMaintenance={row.type === "Maintenance"}
            error={errors.visibility?.message}
            onChange={(value) => setValue(`rows.${index}.visibility`, value)}
          />
        </div>
      )}
    </>
  );
}
