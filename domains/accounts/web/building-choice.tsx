import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { type Building, listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Loads the buildings within the access scope and passes them to `children`. */
export function WithBuildings({ children }: { children: (buildings: readonly Building[]) => ReactNode }) {
  const buildings = useQuery(endpointQuery(listBuildings, {}));
  if (buildings.data !== undefined) return children(buildings.data);
  if (buildings.isError)
    return (
      <ErrorState
        title="The buildings could not be loaded."
        error={buildings.error}
        onRetry={() => void buildings.refetch()}
      />
    );
  return <SkeletonRows count={2} />;
}

/** A field of a form, under `name`, for ids of these buildings or of their units. */
interface ChoiceProps<Values extends FieldValues, Sent, Ids> {
  buildings: readonly Building[];
  control: Control<Values, unknown, Sent>;
  name: FieldPathByValue<Values, Ids>;
}

/** Chooses a building, then one of its units. */
export function UnitOfBuilding<Values extends FieldValues, Sent>({
  buildings,
  control,
  name,
}: ChoiceProps<Values, Sent, number | undefined>) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name });
  const only = buildings.length === 1 ? String(buildings[0]?.id) : "";
  const [propertyId, setPropertyId] = useState(only);
  const units = useQuery({
    ...endpointQuery(listUnits, { params: { id: propertyId } }),
    enabled: propertyId !== "",
  });
  return (
    <>
      <Field label="Building" isRequired>
        <Select
          value={propertyId}
          placeholder="Choose a building"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            setPropertyId(event.target.value);
            onChange(undefined);
          }}
        />
      </Field>
      <Field
        label="Unit"
        error={units.isError ? "The units could not be loaded." : fieldState.error?.message}
        isRequired
      >
        <Select
          ref={ref}
          value={value ?? ""}
          disabled={propertyId === ""}
          placeholder={units.isFetching ? "Loading units..." : "Choose a unit"}
          options={
            units.data?.map(({ id, unitNumber }) => ({ value: String(id), label: `Unit ${unitNumber}` })) ??
            []
          }
          onChange={({ target: { value: id } }) => onChange(id === "" ? undefined : Number(id))}
        />
      </Field>
    </>
  );
}

/** Up to this number, all buildings are shown and there is no search. */
const shownMax = 8;
const foundMax = 50;

/** Chooses any number of buildings. In a long list, those chosen at first come first. */
export function BuildingsChoice<Values extends FieldValues, Sent>({
  buildings,
  control,
  name,
}: ChoiceProps<Values, Sent, number[]>) {
  const { field, fieldState } = useController({ control, name });
  const chosen: number[] = field.value;
  const [text, setText] = useState("");
  const [first] = useState(chosen);
  const isMany = buildings.length > shownMax;
  const words = text.trim().toLowerCase();
  const found = buildings.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(words));
  const shown = isMany
    ? [...found]
        .sort((a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)))
        .slice(0, foundMax)
    : found;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Buildings</legend>
      {isMany && (
        <Input
          type="search"
          aria-label="Find a building"
          placeholder="Find a building"
          className="mb-2"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {shown.map(({ id, name, address }) => (
        <Checkbox
          key={id}
          label={name}
          hint={address}
          checked={chosen.includes(id)}
          onChange={(event) =>
            field.onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
      {isMany && (
        <p className="mt-1 text-ink-soft text-sm" aria-live="polite">
          {found.length === 0
            ? "No buildings match."
            : `${chosen.length} chosen, ${shown.length} of ${buildings.length} shown`}
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
