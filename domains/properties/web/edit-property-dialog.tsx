import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { type NewProperty, newProperty, type PropertyDetails, propertyDetails } from "../contract.ts";
import { propertyTypeLabels } from "../property-types.ts";
import { AccessNotesField } from "./access-notes-field.tsx";
import { useEditProperty } from "./api.ts";
import { PropertyFields, type PropertyValues, valuesOfProperty } from "./property-fields.tsx";

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
  accessNotes: "Access",
} as const satisfies Record<keyof PropertyValues, string>;

export function EditPropertyDialog({
  property,
  onClose,
}: {
  property: PropertyDetails;
  onClose: () => void;
}) {
  const [base, setBase] = useState(property);
  const form = useContractForm<PropertyValues, NewProperty>(newProperty, valuesOfProperty(property));
  const draft = useDraft(form, `property:${base.id}`, base.version);
  const edit = useEditProperty(draft.dropAnd(onClose));
  const save = ({ id, version }: PropertyDetails) =>
    form.handleSubmit((body) => edit.mutate({ id, version, body }, { onError: showAtFields(form) }))();
  return (
    <EditDialog
      draft={draft}
      title="Edit Property"
      description={null}
      size="lg"
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(propertyDetails, edit.error)}
      compare={(theirs) =>
        sideBySide(
          labels,
          valuesOfProperty(theirs),
          { ...valuesOfProperty(base), ...form.getValues() },
          { type: propertyTypeLabels },
        )
      }
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(valuesOfProperty(theirs))}
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
