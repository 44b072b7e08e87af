import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId } from "react";
import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { LeaseErrors, LeaseValues } from "./lease-values.ts";
import { buildingsQuery, companiesQuery, unitsQuery } from "./queries.ts";

interface LeaseFieldsProps {
  values: LeaseValues;
  errors: LeaseErrors;
  onChange: (change: Partial<LeaseValues>) => void;
}

/** What a lease is: company, building and units, first and last day. */
export function LeaseFields({ values, errors, onChange }: LeaseFieldsProps) {
  const buildings = useQuery(buildingsQuery);
  const options = buildings.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <>
      <CompanyField
        value={values.companyName}
        error={errors.companyName ?? errors.companyId}
        onChange={(companyName) => onChange({ companyName })}
      />
      <Field
        label="Building"
        error={errors.propertyId ?? (buildings.isError ? "The buildings could not be loaded." : undefined)}
        isRequired
      >
        <Select
          value={values.propertyId}
          placeholder={buildings.isPending ? "Loading buildings..." : "Choose a building"}
          options={options}
          onChange={(event) => onChange({ propertyId: event.target.value, unitIds: [] })}
        />
      </Field>
      <UnitChoices
        propertyId={values.propertyId}
        chosen={values.unitIds}
        error={errors.unitIds}
        onChange={(unitIds) => onChange({ unitIds })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First day" error={errors.from} isRequired>
          <Input
            type="date"
            value={values.from}
            onChange={(event) => onChange({ from: event.target.value })}
          />
        </Field>
        <Field label="Last day" hint="Leave empty for an open end." error={errors.to} isOptional>
          <Input type="date" value={values.to} onChange={(event) => onChange({ to: event.target.value })} />
        </Field>
      </div>
    </>
  );
}

interface CompanyFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A company there is, or the name of a new one; the browser suggests those there are. */
function CompanyField({ value, error, onChange }: CompanyFieldProps) {
  const listId = useId();
  const words = useDeferredValue(value.trim());
  const { data: companies = [], isFetching } = useQuery(companiesQuery(words));
  const isKnown = companies.some(({ name }) => name.toLowerCase() === words.toLowerCase());
  const hint =
    words === ""
      ? "Type a name: a company you have already, or a new one."
      : isKnown
        ? "One of your companies."
        : isFetching
          ? "Looking for this company..."
          : "A new company: it is added with the lease.";
  return (
    <Field label="Company" hint={hint} error={error} isRequired>
      <Input
        list={listId}
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {companies.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}

interface UnitChoicesProps {
  propertyId: string;
  chosen: readonly number[];
  error: string | undefined;
  onChange: (chosen: number[]) => void;
}

function UnitChoices({ propertyId, chosen, error, onChange }: UnitChoicesProps) {
  const noteId = useId();
  const units = useQuery({ ...unitsQuery(propertyId), enabled: propertyId !== "" });
  return (
    <fieldset aria-describedby={error === undefined ? undefined : noteId}>
      <legend className="mb-1.5 font-medium">Units</legend>
      {propertyId === "" && <p className="text-ink-soft">Choose a building first.</p>}
      {propertyId !== "" && units.isPending && <SkeletonRows count={2} />}
      {units.isError && (
        <ErrorState
          title="The units could not be loaded."
          error={units.error}
          onRetry={() => void units.refetch()}
        />
      )}
      {units.data?.length === 0 && (
        <p className="text-ink-soft">This building has no units yet. Add one before recording a lease.</p>
      )}
      {units.data !== undefined && units.data.length > 0 && (
        <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-control px-3 py-2 ring-1 ring-line ring-inset sm:grid-cols-2">
          {units.data.map(({ id, unitNumber, status, tenant }) => (
            <Checkbox
              key={id}
              label={`Unit ${unitNumber}`}
              hint={tenant ?? unitStatusLabels[status as keyof typeof unitStatusLabels] ?? status}
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
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
