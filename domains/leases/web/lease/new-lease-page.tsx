import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useLocation, useSearch } from "wouter";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { localToday } from "#web/local-today.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { newLease } from "../../contract.ts";
import { leasesPath, leaseTermsPath } from "../../paths.ts";
import { useCreateLease } from "../mutations.ts";
import { LeaseFields } from "./lease-fields.tsx";

/** Saves a lease as a draft. The next steps are its terms and its activation. */
export default function NewLeasePage() {
  return (
    <>
      <PageHeader title="New Lease" />
      <NewLeaseForm />
    </>
  );
}

function NewLeaseForm() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const presetValues = new URLSearchParams(search);
  const form = useContractForm(newLease, {
    companyName: presetValues.get("company") ?? "",
    propertyId: Number(presetValues.get("propertyId")) || null,
    unitIds: [Number(presetValues.get("unitId"))].filter((id) => Number.isSafeInteger(id) && id > 0),
    from: localToday(),
    to: null as string | null,
    state: "draft" as const,
  });
  const draft = useDraft(form, `new-lease?${search}`);
  const [getIdempotencyKey] = useState(createIdempotencyKeys);
  const canWrite = useIsServerReachable();
  const createLease = useCreateLease(({ id }) => {
    draft.clear();
    navigate(leaseTermsPath(id));
  });
  return (
    <Lead className="max-w-3xl">
      <form
        noValidate
        className="space-y-5 p-4 sm:p-6"
        onSubmit={form.handleSubmit((body) =>
          createLease.mutate({ body, key: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
        )}
      >
        <DraftNotice draft={draft} />
        <FormError error={createLease.error} form={form} />
        <FormProvider {...form}>
          <LeaseFields />
        </FormProvider>
        <p className="text-ink-soft">
          The lease is saved as a draft. Units aren't reserved and no one is notified. Next, add terms and
          activate it. Until then, you can change everything.
        </p>
        <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-5 max-sm:*:flex-1">
          <ButtonLink href={leasesPath}>Cancel</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            disabled={!canWrite}
            isBusy={createLease.isPending}
            busyLabel="Saving..."
          >
            Save Draft
          </Button>
        </div>
      </form>
    </Lead>
  );
}
