import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { type Company, company as companyShape, newCompany } from "../../company-contract.ts";
import { useEditCompany } from "../mutations.ts";
import { CompanyFields, companyLabels, toCompanyValues } from "./company-fields.tsx";

/** Edits a company's name and contact details, for all of its leases. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const [base, setBase] = useState(company);
  const form = useContractForm(newCompany, toCompanyValues(company));
  const draft = useDraft(form, `company:${base.id}`, base.version);
  const edit = useEditCompany(draft.clearThen(onClose));
  const currentCompany = getCurrentRecord(companyShape, edit.error);
  const saveCompany = ({ id, version }: Company) =>
    form.handleSubmit((body) => edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }))();
  return (
    <EditDialog
      draft={draft}
      title="Edit Company"
      description="Changes apply to all of this company's leases."
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentCompany}
      compare={(savedCompany) =>
        compareFields(companyLabels, toCompanyValues(savedCompany), form.getValues())
      }
      onSave={saveCompany}
      onKeepSaved={(savedCompany) => form.reset(toCompanyValues(savedCompany))}
      onClose={onClose}
    >
      {currentCompany === undefined && <FormError error={edit.error} form={form} />}
      <CompanyFields form={form} />
    </EditDialog>
  );
}
