import { useState } from "react";
import { useForm } from "react-hook-form";
import { userMessageOf } from "#web/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { NewProperty, PropertyDetails } from "../contract.ts";
import { propertyTypeLabels } from "../property-types.ts";
import { currentProperty, fieldsOf, useEditProperty } from "./api.ts";
import {
  PropertyFields,
  type PropertyValues,
  propertyResolver,
  valuesOfProperty,
} from "./property-fields.tsx";

const formId = "edit-property";
const labels = {
  name: "Property name",
  type: "Property type",
  address: "Address",
  city: "City",
  state: "State",
  zip: "ZIP code",
  country: "Country",
  yearBuilt: "Year built",
  mlsNumber: "MLS number",
} as const satisfies Record<keyof PropertyValues, string>;

/** Changes a property. Where somebody else was faster, both versions are shown and nothing typed is lost. */
export function EditPropertyDialog({
  property,
  onClose,
}: {
  property: PropertyDetails;
  onClose: () => void;
}) {
  const [version, setVersion] = useState(property.version);
  const form = useForm<PropertyValues, unknown, NewProperty>({
    resolver: propertyResolver,
    defaultValues: valuesOfProperty(property),
  });
  const edit = useEditProperty(onClose);
  const theirs = currentProperty(edit.error);
  const saveAs = (seen: number) =>
    form.handleSubmit((body) =>
      edit.mutate(
        { id: property.id, version: seen, body },
        {
          onError: (error) => {
            for (const [field, message] of Object.entries(fieldsOf(error)))
              form.setError(field as keyof PropertyValues, { message });
          },
        },
      ),
    )();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="Edit Property"
      description={null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={edit.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          void saveAs(version);
        }}
      >
        {theirs !== undefined && theirs.version !== version && (
          <ConflictNotice
            message={userMessageOf(edit.error)}
            differences={differences(valuesOfProperty(theirs), form.getValues())}
            isBusy={edit.isPending}
            onTakeTheirs={() => {
              form.reset(valuesOfProperty(theirs));
              setVersion(theirs.version);
            }}
            onKeepYours={() => {
              setVersion(theirs.version);
              void saveAs(theirs.version);
            }}
          />
        )}
        <PropertyFields form={form} />
      </form>
    </Dialog>
  );
}

const fields = Object.keys(labels) as (keyof PropertyValues)[];

const differences = (theirs: PropertyValues, yours: PropertyValues) =>
  fields
    .filter((field) => theirs[field] !== yours[field])
    .map((field) => ({
      field: labels[field],
      theirs: inWords(field, theirs[field]),
      yours: inWords(field, yours[field]),
    }));

const inWords = (field: keyof PropertyValues, value: string) =>
  field === "type" && (value === "single" || value === "multi") ? propertyTypeLabels[value] : value;
