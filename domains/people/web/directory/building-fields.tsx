import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { type Building, listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { describeUnitStatus } from "#domains/properties/unit-statuses.ts";
import { foldText } from "#shared/fold-text.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";

/** Loads the buildings within the access scope and passes them to `children`. */
export function WithBuildings({ children }: { children: (buildings: readonly Building[]) => ReactNode }) {
  const buildings = useQuery(endpointQuery(listBuildings, {}));
  if (buildings.data !== undefined) return children(buildings.data);
  if (buildings.isError)
    return (
      <ErrorState
        title="Couldn't load the properties."
        error={buildings.error}
        onRetry={() => void buildings.refetch()}
      />
    );
  return <SkeletonRows count={2} />;
}

/** A form field under `name` for the ids of these buildings or their units. */
interface BuildingFieldProps<Values extends FieldValues, TransformedValues, Ids> {
  buildings: readonly Building[];
  control: Control<Values, unknown, TransformedValues>;
  name: FieldPathByValue<Values, Ids>;
}

/** Selects a building, then one of its units. */
export function UnitField<Values extends FieldValues, TransformedValues>({
  buildings,
  control,
  name,
}: BuildingFieldProps<Values, TransformedValues, number | undefined>) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name });
  const singlePropertyId = buildings.length === 1 ? String(buildings[0]?.id) : "";
  const [propertyId, setPropertyId] = useState(singlePropertyId);
  const units = useQuery({
    ...endpointQuery(listUnits, { params: { id: propertyId } }),
    enabled: propertyId !== "",
  });
  return (
    <>
      <Field label="Property" isRequired>
        <Select
          value={propertyId}
          placeholder="Select a property"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            setPropertyId(event.target.value);
            onChange(undefined);
          }}
        />
      </Field>
      <Field
        label="Unit"
        error={units.isError ? "Couldn't load the units." : fieldState.error?.message}
        isRequired
      >
        <Select
          ref={ref}
          value={value ?? ""}
          disabled={propertyId === ""}
          placeholder={units.isFetching ? "Loading units..." : "Select a unit"}
          options={
            units.data?.map(({ id, unitNumber, tenant, ...unit }) => ({
              value: String(id),
              label: `Unit ${unitNumber} (${tenant ?? describeUnitStatus(unit)})`,
            })) ?? []
          }
          onChange={({ target: { value: id } }) => onChange(id === "" ? undefined : Number(id))}
        />
      </Field>
    </>
  );
}

/** Up to this number, all buildings are listed and there is no search. */
const maxWithoutSearch = 8;
const maxVisible = 50;

/** Selects any number of buildings. In a long list, the ones selected initially come first. */
export function BuildingsField<Values extends FieldValues, TransformedValues>({
  buildings,
  control,
  name,
}: BuildingFieldProps<Values, TransformedValues, number[]>) {
  const { field, fieldState } = useController({ control, name });
  const selectedIds: number[] = field.value;
  const [text, setText] = useState("");
  const [initialIds] = useState(selectedIds);
  const hasSearch = buildings.length > maxWithoutSearch;
  const words = foldText(text.trim());
  const matches = buildings.filter(({ name, address }) => foldText(`${name} ${address}`).includes(words));
  const visibleBuildings = hasSearch
    ? [...matches]
        .sort((a, b) => Number(initialIds.includes(b.id)) - Number(initialIds.includes(a.id)))
        .slice(0, maxVisible)
    : matches;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Properties</legend>
      {hasSearch && (
        <Input
          type="search"
          aria-label="Find a property"
          placeholder="Find a property"
          className="mb-2"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {visibleBuildings.map(({ id, name, address }) => (
        <Checkbox
          key={id}
          label={name}
          hint={address}
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
      {hasSearch && (
        <p className="mt-1 text-ink-soft text-sm" aria-live="polite">
          {matches.length === 0
            ? "No properties match."
            : `${selectedIds.length} selected, showing ${visibleBuildings.length} of ${buildings.length}`}
        </p>
      )}
      {fieldState.error !== undefined && (
        <p role="alert" className="mt-1.5 text-red-text text-sm">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  );
}
