import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { type Company, company as companyShape, newCompany } from "../company-contract.ts";
import { useEditCompany } from "./api.ts";
import { CompanyFields, companyLabels, companyValuesOf } from "./company-fields.tsx";

/** Name and contact of a company, for all of its leases. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const [base, setBase] = useState(company);
  const form = useContractForm(newCompany, companyValuesOf(company));
  const draft = useDraft(form, `company:${base.id}`, base.version);
  const edit = useEditCompany(draft.dropAnd(onClose));
  const current = currentOf(companyShape, edit.error);
  const save = ({ id, version }: Company) =>
    form.handleSubmit((body) => edit.mutate({ id, version, body }, { onError: showAtFields(form) }))();
  return (
    <EditDialog
      draft={draft}
      title="Edit Company"
      description="This changes it on all of its leases."
      size="sm"
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(theirs) => sideBySide(companyLabels, companyValuesOf(theirs), form.getValues())}
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(companyValuesOf(theirs))}
      onClose={onClose}
    >
      {current === undefined && <Refused error={edit.error} form={form} />}
      <CompanyFields form={form} />
    </EditDialog>
  );
}
