import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { listPropertyOptions, listUnits, type PropertyOption } from "#domains/properties/choices-contract.ts";
import { describeUnitStatus } from "#domains/properties/unit-statuses.ts";
import { foldText } from "#shared/fold-text.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";

/** Loads the properties within the access scope and passes them to `children`. */
export function WithProperties({
  children,
}: {
  children: (properties: readonly PropertyOption[]) => ReactNode;
}) {
  const properties = useQuery(endpointQuery(listPropertyOptions, {}));
  if (properties.data !== undefined) return children(properties.data);
  if (properties.isError)
    return (
      <ErrorState
        title="Couldn't load the properties."
        error={properties.error}
        onRetry={() => void properties.refetch()}
      />
    );
  return <SkeletonRows count={2} />;
}

/** A form field under `name` for the ids of these properties or their units. */
interface PropertyFieldProps<Values extends FieldValues, TransformedValues, Ids> {
  properties: readonly PropertyOption[];
  control: Control<Values, unknown, TransformedValues>;
  name: FieldPathByValue<Values, Ids>;
}

/** Selects a property, then one of its units. */
export function UnitField<Values extends FieldValues, TransformedValues>({
  properties,
  control,
  name,
}: PropertyFieldProps<Values, TransformedValues, number | undefined>) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name });
  const singlePropertyId = properties.length === 1 ? String(properties[0]?.id) : "";
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
          options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
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

/** Lists up to this length have no search. */
const maxUnsearchedCount = 8;
const maxVisible = 50;

/** Selects any number of properties. In a long list, the initially selected ones come first. */
export function PropertiesField<Values extends FieldValues, TransformedValues>({
  properties,
  control,
  name,
}: PropertyFieldProps<Values, TransformedValues, number[]>) {
  const { field, fieldState } = useController({ control, name });
  const selectedIds: number[] = field.value;
  const [text, setText] = useState("");
  const [initialIds] = useState(selectedIds);
  const hasSearch = properties.length > maxUnsearchedCount;
  const searchText = foldText(text.trim());
  const matches = properties.filter(({ name, address }) =>
    foldText(`${name} ${address}`).includes(searchText),
  );
  const visibleProperties = hasSearch
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
      {visibleProperties.map(({ id, name, address }) => (
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
            : `${selectedIds.length} selected, showing ${visibleProperties.length} of ${properties.length}`}
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
