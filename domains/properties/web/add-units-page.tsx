import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useLocation, useParams } from "wouter";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { RecordPage } from "#web/layout/record-page.tsx";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useMay } from "#web/session/session.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Refused } from "#web/ui/refused.tsx";
import type { PropertyDetails } from "../contract.ts";
import { unitsAtOnceMax } from "../unit-facts.ts";
import { useAddUnits } from "./api.ts";
import { FormPage } from "./form-page.tsx";
import { propertyQuery } from "./queries.ts";
import { emptyRow, isEmptyRow, unitGrid } from "./unit-grid.ts";
import { UnitGridTable } from "./unit-grid-table.tsx";

/** Several units of one property, typed or pasted into a grid and saved at once. */
export default function AddUnitsPage() {
  const mayAdd = useMay("units.create");
  const id = Number(useParams().id);
  const property = useQuery({ ...propertyQuery(id), enabled: mayAdd });
  if (!mayAdd) return <AccessDenied />;
  return (
    <RecordPage query={property} noun="property" all={{ href: paths.properties, label: "All properties" }}>
      {(value) => <AddUnits key={value.id} property={value} />}
    </RecordPage>
  );
}

const firstRows = Array.from({ length: 5 }, () => emptyRow());

function AddUnits({ property: { id, name } }: { property: PropertyDetails }) {
  const [, navigate] = useLocation();
  const [nextKey] = useState(oneKeyPerContent);
  const form = useContractForm(unitGrid, { units: firstRows });
  const count = useWatch({
    control: form.control,
    name: "units",
    compute: (rows) => rows.filter((row) => !isEmptyRow(row)).length,
  });
  const draft = useDraft(form, `new-units:${id}`);
  const add = useAddUnits(
    id,
    draft.dropAnd(() => navigate(paths.property(id))),
  );
  const save = () => {
    // Without the rows that were never filled in; with none filled in the first one says what is missing.
    const rows = form.getValues("units");
    const filled = rows.filter((row) => !isEmptyRow(row));
    form.setValue("units", filled.length === 0 ? rows.slice(0, 1) : filled);
    void form.handleSubmit((body) =>
      add.mutate({ body, idempotencyKey: nextKey(body) }, { onError: showAtFields(form) }),
    )();
  };
  return (
    <>
      <PageHeader
        back={{ href: paths.property(id), label: name }}
        title="Add Units"
        description={`Several units of ${name}, typed or pasted from a spreadsheet.`}
      />
      <FormPage
        backTo={paths.property(id)}
        saveLabel={count === 0 ? "Save Units" : count === 1 ? "Save 1 Unit" : `Save ${count} Units`}
        isSaving={add.isPending}
        onSubmit={save}
        onReset={() => form.reset({ units: firstRows })}
      >
        <DraftKept draft={draft} />
        <Refused error={add.error} form={form} />
        <p className="text-ink-soft">
          Copy cells in your spreadsheet and paste them into the first cell they belong to. Up to{" "}
          {unitsAtOnceMax} units at once; for more, or for other fields,{" "}
          <Link href={paths.import} className="rounded-sm font-medium text-accent-text hover:underline">
            import a file
          </Link>
          .
        </p>
        <UnitGridTable form={form} />
      </FormPage>
    </>
  );
}
