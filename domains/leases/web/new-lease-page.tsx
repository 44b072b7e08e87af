import { useState } from "react";
import { FormProvider, useController } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { type NewLease, newLease } from "../contract.ts";
import { useCreateLease } from "./api.ts";
import { LeaseFields } from "./lease-fields.tsx";
import { todayHere } from "./words.ts";

/** Creates a lease, as a draft or active at once. */
export default function NewLeasePage() {
  if (!useMay("leases.create")) return <AccessDenied />;
  return (
    <>
      <PageHeader title="New Lease" description="Who has which units, and from when." />
      <NewLeaseForm />
    </>
  );
}

function NewLeaseForm() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const preset = new URLSearchParams(search);
  const form = useContractForm(newLease, {
    companyName: preset.get("company") ?? "",
    propertyId: Number(preset.get("propertyId")) || null,
    unitIds: [Number(preset.get("unitId"))].filter((id) => Number.isSafeInteger(id) && id > 0),
    from: todayHere(),
    to: null as string | null,
    state: "active" as NewLease["state"],
  });
  const draft = useDraft(form, `new-lease?${search}`);
  const { field: state } = useController({ control: form.control, name: "state" });
  const isDraft = state.value === "draft";
  const [keyOf] = useState(oneKeyPerContent);
  const canWrite = useIsServerReachable();
  const create = useCreateLease(({ id, state }) => {
    draft.drop();
    navigate(state === "draft" ? paths.termsOfLease(id) : paths.lease(id));
  });
  return (
    <Card className="max-w-3xl">
      <form
        noValidate
        className="space-y-5 p-4 sm:p-6"
        onSubmit={form.handleSubmit((body) =>
          create.mutate({ body, key: keyOf(body) }, { onError: showAtFields(form) }),
        )}
      >
        <DraftKept draft={draft} />
        <Refused error={create.error} form={form} />
        <FormProvider {...form}>
          <LeaseFields />
        </FormProvider>
        <Checkbox
          label="Keep as a draft"
          hint="A draft holds no unit and tells nobody. You can change everything until you activate it. Next you write what it costs."
          checked={isDraft}
          onChange={({ target }) => state.onChange(target.checked ? "draft" : "active")}
        />
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-5 max-sm:*:flex-1">
          <ButtonLink href={paths.leases}>Cancel</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            disabled={!canWrite}
            isBusy={create.isPending}
            busyLabel="Saving..."
          >
            {isDraft ? "Save Draft" : "Record Lease"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
