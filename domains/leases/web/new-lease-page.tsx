import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { paths } from "#web/paths.ts";
import { showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { todayHere } from "#web/today-here.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { newLease } from "../contract.ts";
import { useCreateLease } from "./api.ts";
import { LeaseFields } from "./lease-fields.tsx";

/** Saves a lease as a draft; its terms come next, and then its activation. */
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
    state: "draft" as const,
  });
  const draft = useDraft(form, `new-lease?${search}`);
  const [keyOf] = useState(oneKeyPerContent);
  const canWrite = useIsServerReachable();
  const create = useCreateLease(({ id }) => {
    draft.drop();
    navigate(paths.termsOfLease(id));
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
        <p className="text-ink-soft">
          It is saved as a draft: no unit is reserved, and nobody is notified. Next you enter the terms and
          activate it; until then everything can be changed.
        </p>
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-5 max-sm:*:flex-1">
          <ButtonLink href={paths.leases}>Cancel</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            disabled={!canWrite}
            isBusy={create.isPending}
            busyLabel="Saving..."
          >
            Save Draft
          </Button>
        </div>
      </form>
    </Card>
  );
}
