import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { newCompany } from "../../company-contract.ts";
import { useCreateCompany } from "../mutations.ts";
import { CompanyFields, emptyCompany } from "./company-fields.tsx";

/** Adds a company without leases. */
export function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm(newCompany, emptyCompany);
  const [getIdempotencyKey] = useState(createIdempotencyKeys);
  const draft = useDraft(form, "new-company");
  const createCompany = useCreateCompany(draft.clearThen(onClose));
  return (
    <FormDialog
      draft={draft}
      title="Add Company"
      description="You can add its leases separately."
      submitLabel="Add Company"
      busyLabel="Adding..."
      isBusy={createCompany.isPending}
      onSubmit={form.handleSubmit((body) =>
        createCompany.mutate({ body, key: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={createCompany.error} form={form} />
      <CompanyFields form={form} />
    </FormDialog>
  );
}
