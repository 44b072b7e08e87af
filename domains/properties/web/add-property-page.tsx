import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { newProperty, type PropertyDetails } from "../contract.ts";
import { useAddProperty } from "./api.ts";
import { FormPage } from "./form-page.tsx";
import { emptyProperty, PropertyFields } from "./property-fields.tsx";
import { useAddPageReads } from "./use-add-page-reads.ts";

/** APR-01 to APR-24. */
export default function AddPropertyPage() {
  const mayAdd = useMay("properties.create");
  return mayAdd ? <AddProperty /> : <AccessDenied />;
}

function AddProperty() {
  const isDenied = useAddPageReads();
  const [added, setAdded] = useState<PropertyDetails>();
  const [nextKey, setNextKey] = useState(oneKeyPerContent);
  const form = useContractForm(newProperty, emptyProperty);
  const isMulti = useWatch({ control: form.control, name: "type" }) === "multi";
  const draft = useDraft(form, "new-property");
  const add = useAddProperty((property) => {
    setAdded(property);
    setNextKey(oneKeyPerContent);
    form.reset(emptyProperty);
  });
  const save = form.handleSubmit((body) =>
    add.mutate({ body, idempotencyKey: nextKey(body) }, { onError: showAtFields(form) }),
  );
  const reset = () => {
    form.reset(emptyProperty);
    setAdded(undefined);
  };
  if (isDenied || (add.error instanceof ApiError && add.error.status === 403)) return <AccessDenied />;
  return (
    <>
      <PageHeader title="Add Property" description="A building with its address. Its units come next." />
      {added !== undefined && <Added property={added} />}
      <FormPage
        backTo={paths.properties}
        saveLabel="Save Property"
        isSaving={add.isPending}
        onSubmit={() => void save()}
        onReset={reset}
      >
        <DraftKept draft={draft} />
        <PropertyFields form={form} />
        {isMulti && (
          <Banner kind="info" title="Units are added after saving">
            Save the property first; then add its units, one by one or several at once.
          </Banner>
        )}
        <section aria-labelledby="amenities">
          <h2 id="amenities" className="text-base">
            Amenities
          </h2>
          <p className="mt-1 text-ink-soft">
            Amenities such as parking, elevators or loading docks cannot be recorded yet.
          </p>
        </section>
      </FormPage>
    </>
  );
}

function Added({ property: { id, name, type } }: { property: PropertyDetails }) {
  const link = "rounded-sm font-medium text-accent-text hover:underline";
  return (
    <div className="mb-4 max-w-4xl">
      <Banner kind="info" title={`${name} was added.`}>
        <Link href={paths.property(id)} className={link}>
          Open the property
        </Link>
        {type === "multi" && (
          <>
            {" or "}
            <Link href={paths.addUnits(id)} className={link}>
              add its units
            </Link>
          </>
        )}
        .
      </Banner>
    </div>
  );
}
