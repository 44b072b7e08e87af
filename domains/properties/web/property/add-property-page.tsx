import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { newProperty, type PropertyDetails } from "../../contract.ts";
import { addUnitsPath, propertiesPath, propertyPath } from "../../paths.ts";
import { FormPage } from "../form-page.tsx";
import { useAddProperty } from "../mutations.ts";
import { useAddPageAccess } from "../use-add-page-access.ts";
import { emptyProperty, PropertyFields } from "./property-fields.tsx";

/** APR-01 to APR-24. */
export default function AddPropertyPage() {
  const isDenied = useAddPageAccess();
  const [addedProperty, setAddedProperty] = useState<PropertyDetails>();
  const [getIdempotencyKey, setNextKey] = useState(createIdempotencyKeys);
  const form = useContractForm(newProperty, emptyProperty);
  const isMultiUnit = useWatch({ control: form.control, name: "type" }) === "multi";
  const draft = useDraft(form, "new-property");
  const add = useAddProperty((property) => {
    setAddedProperty(property);
    setNextKey(createIdempotencyKeys);
    form.reset(emptyProperty);
  });
  const save = form.handleSubmit((body) =>
    add.mutate({ body, idempotencyKey: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
  );
  const resetForm = () => {
    form.reset(emptyProperty);
    setAddedProperty(undefined);
  };
  if (isDenied || (add.error instanceof ApiError && add.error.status === 403)) return <AccessDenied />;
  return (
    <>
      <PageHeader title="Add Property" />
      {addedProperty !== undefined && <AddedBanner property={addedProperty} />}
      <FormPage
        backTo={propertiesPath}
        saveLabel="Save Property"
        isSaving={add.isPending}
        onSubmit={() => void save()}
        onReset={resetForm}
      >
        <DraftNotice draft={draft} />
        <PropertyFields form={form} />
        {isMultiUnit && (
          <Banner kind="info" title="Units are added after saving">
            Save the property first, then add units one at a time or in bulk.
          </Banner>
        )}
        <section aria-labelledby="amenities">
          <h2 id="amenities" className="text-base">
            Amenities
          </h2>
          <p className="mt-1 text-ink-soft">
            Amenities such as parking, elevators, and loading docks can't be added yet.
          </p>
        </section>
      </FormPage>
    </>
  );
}

function AddedBanner({ property: { id, name, type } }: { property: PropertyDetails }) {
  const link = "rounded-sm font-medium text-accent-text hover:underline";
  return (
    <div className="mb-4 max-w-4xl">
      <Banner kind="info" title={`${name} was added.`}>
        <Link href={propertyPath(id)} className={link}>
          Open the property
        </Link>
        {type === "multi" && (
          <>
            {" or "}
            <Link href={addUnitsPath(id)} className={link}>
              add its units
            </Link>
          </>
        )}
        .
      </Banner>
    </div>
  );
}
