import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useSearch } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import type { UnitDetails } from "../../contract.ts";
import { addPropertyPath, addUnitsPath, propertiesPath, propertyPath, unitPath } from "../../paths.ts";
import { unitInput } from "../../unit-input.ts";
import { FormPage } from "../form-page.tsx";
import { useAddUnit } from "../mutations.ts";
import { propertiesQuery } from "../queries.ts";
import { useAddPageAccess } from "../use-add-page-access.ts";
import { emptyUnit, UnitFields } from "./unit-fields.tsx";

/** AUN-01 to AUN-20. */
export default function AddUnitPage() {
  const isDenied = useAddPageAccess();
  const properties = useQuery(propertiesQuery);
  const requestedPropertyId = new URLSearchParams(useSearch()).get("propertyId");
  const preselectedProperty = properties.data?.find(({ id }) => String(id) === requestedPropertyId);
  const [addedUnit, setAddedUnit] = useState<UnitDetails>();
  const [getIdempotencyKey, setNextKey] = useState(createIdempotencyKeys);
  const form = useContractForm(unitInput, emptyUnit);
  const { getValues, reset: resetForm } = form;
  const draft = useDraft(form, `new-unit:${requestedPropertyId ?? ""}`);
  const defaults = {
    ...emptyUnit,
    propertyId: preselectedProperty === undefined ? "" : String(preselectedProperty.id),
  };
  useEffect(() => {
    // AUN-12. Runs once the choices have loaded, unless the user has already selected a property.
    if (preselectedProperty !== undefined && getValues("propertyId") === "")
      prefill(form, "propertyId", String(preselectedProperty.id));
  }, [preselectedProperty, getValues, form]);

  const add = useAddUnit((unit) => {
    setAddedUnit(unit);
    setNextKey(createIdempotencyKeys);
    resetForm(defaults);
  });
  const save = form.handleSubmit((body) =>
    add.mutate({ body, idempotencyKey: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
  );
  const reset = () => {
    resetForm(defaults);
    setAddedUnit(undefined);
  };
  const isForbidden = [add.error, properties.error].some(
    (error) => error instanceof ApiError && error.status === 403,
  );
  if (isDenied || isForbidden) return <AccessDenied />;
  const { errors } = form.formState;
  return (
    <>
      <PageHeader
        title="Add Unit"
        action={
          preselectedProperty?.type === "multi" && (
            <ButtonLink href={addUnitsPath(preselectedProperty.id)}>Add Several Units</ButtonLink>
          )
        }
      />
      {addedUnit !== undefined && <AddedBanner unit={addedUnit} />}
      {requestedPropertyId !== null && properties.data !== undefined && preselectedProperty === undefined && (
        <div className="mb-4 max-w-4xl">
          <Banner kind="warning" title="You don't have access to the property in this link.">
            It might have been deleted. Select another property.
          </Banner>
        </div>
      )}
      <FormPage
        backTo={preselectedProperty === undefined ? propertiesPath : propertyPath(preselectedProperty.id)}
        saveLabel="Save Unit"
        isSaving={add.isPending}
        onSubmit={() => void save()}
        onReset={reset}
      >
        <DraftNotice draft={draft} />
        <Field
          label="Property"
          error={errors.propertyId?.message}
          hint={
            properties.isError ? (
              <span className="flex flex-wrap items-center gap-2">
                Couldn't load the properties.
                <Button size="sm" isBusy={properties.isFetching} onClick={() => void properties.refetch()}>
                  Try again
                </Button>
              </span>
            ) : properties.data?.length === 0 ? (
              <Link href={addPropertyPath} className="font-medium text-accent-text hover:underline">
                Add a property first
              </Link>
            ) : undefined
          }
          isRequired
        >
          <Select
            {...form.register("propertyId")}
            placeholder={properties.isPending ? "Loading properties..." : "Select a property"}
            options={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <UnitFields form={form} />
      </FormPage>
    </>
  );
}

function AddedBanner({ unit: { id, unitNumber, property } }: { unit: UnitDetails }) {
  const link = "rounded-sm font-medium text-accent-text hover:underline";
  return (
    <div className="mb-4 max-w-4xl">
      <Banner kind="info" title={`Unit ${unitNumber} was added to ${property.name}.`}>
        <Link href={unitPath(id)} className={link}>
          Open the unit
        </Link>
        {" or "}
        <Link href={propertyPath(property.id)} className={link}>
          the property
        </Link>
        .
      </Banner>
    </div>
  );
}
