import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { showAtFields } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { newCompany } from "../company-contract.ts";
import { useCreateCompany } from "./api.ts";
import { CompanyFields, noCompany } from "./company-fields.tsx";

/** Adds a company without leases. */
export function AddCompany({ onClose }: { onClose: () => void }) {
  const form = useContractForm(newCompany, noCompany);
  const [keyOf] = useState(oneKeyPerContent);
  const draft = useDraft(form, "new-company");
  const create = useCreateCompany(draft.dropAnd(onClose));
  return (
    <FormDialog
      draft={draft}
      title="Add Company"
      description="Its leases are recorded on their own page."
      size="sm"
      submitLabel="Add Company"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={form.handleSubmit((body) =>
        create.mutate({ body, key: keyOf(body) }, { onError: showAtFields(form) }),
      )}
      onClose={onClose}
    >
      <Refused error={create.error} form={form} />
      <CompanyFields form={form} />
    </FormDialog>
  );
}
