import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useSearch } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { fillIn, useDraft } from "#web/draft.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { Field } from "#web/ui/field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import type { UnitDetails } from "../contract.ts";
import { unitAsTyped } from "../unit-as-typed.ts";
import { useAddUnit } from "./api.ts";
import { FormPage } from "./form-page.tsx";
import { propertiesQuery } from "./queries.ts";
import { emptyUnit, UnitFields } from "./unit-fields.tsx";
import { useAddPageReads } from "./use-add-page-reads.ts";

/** AUN-01 to AUN-20. */
export default function AddUnitPage() {
  const mayAdd = useMay("units.create");
  return mayAdd ? <AddUnit /> : <AccessDenied />;
}

function AddUnit() {
  const isDenied = useAddPageReads();
  const properties = useQuery(propertiesQuery);
  const wanted = new URLSearchParams(useSearch()).get("propertyId");
  const preselected = properties.data?.find(({ id }) => String(id) === wanted);
  const [added, setAdded] = useState<UnitDetails>();
  const [nextKey, setNextKey] = useState(oneKeyPerContent);
  const form = useContractForm(unitAsTyped, emptyUnit);
  const { getValues, reset: resetForm } = form;
  const draft = useDraft(form, `new-unit:${wanted ?? ""}`);
  const defaults = { ...emptyUnit, propertyId: preselected === undefined ? "" : String(preselected.id) };
  useEffect(() => {
    // AUN-12, once the choices are loaded; a choice made before that is kept.
    if (preselected !== undefined && getValues("propertyId") === "")
      fillIn(form, "propertyId", String(preselected.id));
  }, [preselected, getValues, form]);

  const add = useAddUnit((unit) => {
    setAdded(unit);
    setNextKey(oneKeyPerContent);
    resetForm(defaults);
  });
  const save = form.handleSubmit((body) =>
    add.mutate({ body, idempotencyKey: nextKey(body) }, { onError: showAtFields(form) }),
  );
  const reset = () => {
    resetForm(defaults);
    setAdded(undefined);
  };
  const isRefused = [add.error, properties.error].some(
    (error) => error instanceof ApiError && error.status === 403,
  );
  if (isDenied || isRefused) return <AccessDenied />;
  const { errors } = form.formState;
  return (
    <>
      <PageHeader
        title="Add Unit"
        description="An apartment, office or shop in one of your properties."
        action={
          preselected?.type === "multi" && (
            <ButtonLink href={paths.addUnits(preselected.id)}>Add Several Units</ButtonLink>
          )
        }
      />
      {added !== undefined && <Added unit={added} />}
      {wanted !== null && properties.data !== undefined && preselected === undefined && (
        <div className="mb-4 max-w-4xl">
          <Banner kind="warning" title="This link names a property that is not yours.">
            It may have been deleted. Please choose another one.
          </Banner>
        </div>
      )}
      <FormPage
        backTo={preselected === undefined ? paths.properties : paths.property(preselected.id)}
        saveLabel="Save Unit"
        isSaving={add.isPending}
        onSubmit={() => void save()}
        onReset={reset}
      >
        <DraftKept draft={draft} />
        <Field
          label="Property"
          error={errors.propertyId?.message}
          hint={
            properties.isError ? (
              <span className="flex flex-wrap items-center gap-2">
                The properties could not be loaded.
                <Button size="sm" isBusy={properties.isFetching} onClick={() => void properties.refetch()}>
                  Try again
                </Button>
              </span>
            ) : properties.data?.length === 0 ? (
              <Link href={paths.addProperty} className="font-medium text-accent-text hover:underline">
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

function Added({ unit: { id, unitNumber, property } }: { unit: UnitDetails }) {
  const link = "rounded-sm font-medium text-accent-text hover:underline";
  return (
    <div className="mb-4 max-w-4xl">
      <Banner kind="info" title={`Unit ${unitNumber} was added to ${property.name}.`}>
        <Link href={paths.unit(id)} className={link}>
          Open the unit
        </Link>
        {" or "}
        <Link href={paths.property(property.id)} className={link}>
          the property
        </Link>
        .
      </Banner>
    </div>
  );
}
