import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { newCompany } from "../../company-contract.ts";
import { useCreateCompany } from "../mutations.ts";
import { CompanyFields, emptyCompany } from "./company-fields.tsx";

/** Adds a company without leases. */
export function AddCompany({ onClose }: { onClose: () => void }) {
  const form = useContractForm(newCompany, emptyCompany);
  const [keyOf] = useState(idempotencyKeyPerContent);
  const draft = useDraft(form, "new-company");
  const create = useCreateCompany(draft.clearThen(onClose));
  return (
    <FormDialog
      draft={draft}
      title="Add Company"
      description="You can add its leases separately."
      submitLabel="Add Company"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={form.handleSubmit((body) =>
        create.mutate({ body, key: keyOf(body) }, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={create.error} form={form} />
      <CompanyFields form={form} />
    </FormDialog>
  );
}
