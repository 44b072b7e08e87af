import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { type NewProperty, newProperty, type PropertyDetails, propertyDetails } from "../../contract.ts";
import { propertyTypeLabels } from "../../property-types.ts";
import { AccessNotesField } from "../access-notes-field.tsx";
import { useEditProperty } from "../mutations.ts";
import { PropertyFields, type PropertyFormValues, toPropertyValues } from "./property-fields.tsx";

const fieldLabels = {
  name: "Property name",
  type: "Property type",
  address: "Address",
  city: "City",
  state: "State",
  zip: "ZIP code",
  country: "Country",
  yearBuilt: "Year built",
  mlsNumber: "MLS number",
  accessNotes: "Access notes",
} as const satisfies Record<keyof PropertyFormValues, string>;

export function EditPropertyDialog({
  property,
  onClose,
}: {
  property: PropertyDetails;
  onClose: () => void;
}) {
  const [base, setBase] = useState(property);
  const form = useContractForm<PropertyFormValues, NewProperty>(newProperty, toPropertyValues(property));
  const draft = useDraft(form, `property:${base.id}`, base.version);
  const edit = useEditProperty(draft.clearThen(onClose));
  const save = ({ id, version }: PropertyDetails) =>
    form.handleSubmit((body) => edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }))();
  return (
    <EditDialog
      draft={draft}
      title="Edit Property"
      description={null}
      size="wide"
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(propertyDetails, edit.error)}
      compare={(savedProperty) =>
        compareFields(
          fieldLabels,
          toPropertyValues(savedProperty),
          { ...toPropertyValues(base), ...form.getValues() },
          { type: propertyTypeLabels },
        )
      }
      onSave={save}
      onKeepSaved={(savedProperty) => form.reset(toPropertyValues(savedProperty))}
      onClose={onClose}
    >
      <PropertyFields form={form} />
      <AccessNotesField
        input={form.register("accessNotes")}
        error={form.formState.errors.accessNotes?.message}
      />
    </EditDialog>
  );
}
