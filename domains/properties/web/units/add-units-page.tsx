import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useLocation, useParams } from "wouter";
import { importPath } from "#domains/imports/paths.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import type { PropertyDetails } from "../../contract.ts";
import { propertiesPath, propertyPath } from "../../paths.ts";
import { maxUnitsPerRequest } from "../../unit-fields.ts";
import { FormPage } from "../form-page.tsx";
import { useAddUnits } from "../mutations.ts";
import { propertyQuery } from "../queries.ts";
import { createEmptyRow, isEmptyRow, unitGrid } from "./unit-grid.ts";
import { UnitGridTable } from "./unit-grid-table.tsx";

/** Adds several units to a property, typed or pasted into a grid and saved together. */
export default function AddUnitsPage() {
  const id = Number(useParams().id);
  const property = useQuery(propertyQuery(id));
  return (
    <RecordPage query={property} noun="property" all={{ href: propertiesPath, label: "All properties" }}>
      {(value) => <AddUnits key={value.id} property={value} />}
    </RecordPage>
  );
}

const initialRows = Array.from({ length: 5 }, () => createEmptyRow());

function AddUnits({ property: { id, name } }: { property: PropertyDetails }) {
  const [, navigate] = useLocation();
  const [getIdempotencyKey] = useState(createIdempotencyKeys);
  const form = useContractForm(unitGrid, { units: initialRows });
  const filledRowCount = useWatch({
    control: form.control,
    name: "units",
    compute: (rows) => rows.filter((row) => !isEmptyRow(row)).length,
  });
  const draft = useDraft(form, `new-units:${id}`);
  const add = useAddUnits(
    id,
    draft.clearThen(() => navigate(propertyPath(id))),
  );
  const save = () => {
    // Skips the rows that were never filled in. If all rows are empty, the first row shows its errors.
    const rows = form.getValues("units");
    const filledRows = rows.filter((row) => !isEmptyRow(row));
    form.setValue("units", filledRows.length === 0 ? rows.slice(0, 1) : filledRows);
    void form.handleSubmit((body) =>
      add.mutate({ body, idempotencyKey: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
    )();
  };
  return (
    <>
      <PageHeader back={{ href: propertyPath(id), label: name }} title="Add Units" />
      <FormPage
        backTo={propertyPath(id)}
        saveLabel={
          filledRowCount === 0
            ? "Save Units"
            : filledRowCount === 1
              ? "Save 1 Unit"
              : `Save ${filledRowCount} Units`
        }
        isSaving={add.isPending}
        onSubmit={save}
        onReset={() => form.reset({ units: initialRows })}
      >
        <DraftNotice draft={draft} />
        <FormError error={add.error} form={form} />
        <p className="text-ink-soft">
          Copy cells from your spreadsheet and paste them into the first matching cell. Add up to{" "}
          {maxUnitsPerRequest} units at a time. For more units or other fields,{" "}
          <Link href={importPath} className="rounded-sm font-medium text-accent-text hover:underline">
            import a file
          </Link>
          .
        </p>
        <UnitGridTable form={form} />
      </FormPage>
    </>
  );
}
