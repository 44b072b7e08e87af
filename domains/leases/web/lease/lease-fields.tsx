import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { describeUnitStatus } from "#domains/properties/unit-statuses.ts";
import { foldText } from "#shared/fold-text.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { companiesQuery, propertyOptionsQuery, unitsQuery } from "../queries.ts";

/**
 * The values of the lease forms. A null property isn't selected yet, and a null end date means open-ended.
 */
export interface LeaseValues {
  companyName: string;
  propertyId: number | null;
  unitIds: number[];
  from: string;
  to: string | null;
}

/** Converts a date input's value. An empty value means open-ended. */
export const toDateOrNull = (value: string): string | null => value || null;

/** Company, property, units, and dates. Must be used inside a form. */
export function LeaseFields() {
  const { register, formState, control, setValue } = useFormContext<LeaseValues>();
  const { errors } = formState;
  const propertyId = useWatch({ control, name: "propertyId" });
  const properties = useQuery(propertyOptionsQuery);
  return (
    <>
      <CompanyField />
      <Field
        label="Property"
        error={
          errors.propertyId?.message ?? (properties.isError ? "Couldn't load the properties." : undefined)
        }
        isRequired
      >
        <Select
          {...register("propertyId", {
            setValueAs: (value: string) => Number(value) || null,
            // The selected units belong to the previous property.
            onChange: () => setValue("unitIds", []),
          })}
          value={propertyId ?? ""}
          placeholder={properties.isPending ? "Loading properties..." : "Select a property"}
          options={properties.data?.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <UnitCheckboxes propertyId={propertyId} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Start date" error={errors.from?.message} isRequired>
          <Input type="date" {...register("from")} />
        </Field>
        <Field label="End date" hint="Leave blank if open-ended." error={errors.to?.message} isOptional>
          <Input type="date" {...register("to", { setValueAs: toDateOrNull })} />
        </Field>
      </div>
    </>
  );
}

/** An existing company or the name of a new one. The browser suggests existing companies. */
function CompanyField() {
  const { register, formState, control } = useFormContext<LeaseValues>();
  const listId = useId();
  const searchText = useDeferredValue(useWatch({ control, name: "companyName" }).trim());
  const { data: companies = [], isFetching } = useQuery(companiesQuery(searchText));
  const isExistingCompany = companies.some(({ name }) => foldText(name) === foldText(searchText));
  const hint =
    searchText === ""
      ? "Type to find an existing company or add a new one."
      : isExistingCompany
        ? "Existing company."
        : isFetching
          ? "Checking for this company..."
          : "New company. It will be added with the lease.";
  return (
    <Field label="Company" hint={hint} error={formState.errors.companyName?.message} isRequired>
      <Input {...register("companyName")} list={listId} autoComplete="off" maxLength={200} />
      <datalist id={listId}>
        {companies.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}

function UnitCheckboxes({ propertyId }: { propertyId: number | null }) {
  const { field, fieldState } = useController<LeaseValues, "unitIds">({ name: "unitIds" });
  const selectedIds = field.value;
  const error = fieldState.error?.message;
  const noteId = useId();
  const units = useQuery(unitsQuery(propertyId));
  return (
    <fieldset aria-describedby={error === undefined ? undefined : noteId}>
      <legend className="mb-1.5 font-medium">Units</legend>
      {propertyId === null && <p className="text-ink-soft">Select a property first.</p>}
      {propertyId !== null && units.isPending && <SkeletonRows count={2} />}
      {units.isError && (
        <ErrorState
          title="Couldn't load the units."
          error={units.error}
          onRetry={() => void units.refetch()}
        />
      )}
      {units.data?.length === 0 && (
        <p className="text-ink-soft">This property has no units yet. Add one before creating a lease.</p>
      )}
      {units.data !== undefined && units.data.length > 0 && (
        <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-control px-3 py-2 ring-1 ring-line ring-inset sm:grid-cols-2">
          {units.data.map(({ id, unitNumber, tenant, ...unit }) => (
            <Checkbox
              key={id}
              label={`Unit ${unitNumber}`}
              hint={tenant ?? describeUnitStatus(unit)}
              checked={selectedIds.includes(id)}
              onChange={(event) =>
                field.onChange(
                  event.target.checked
                    ? [...selectedIds, id]
                    : selectedIds.filter((selectedId) => selectedId !== id),
                )
              }
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p id={noteId} role="alert" className="mt-1.5 text-red-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
