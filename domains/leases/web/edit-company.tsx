import { useState } from "react";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { type Company, company as companyShape } from "../company-contract.ts";
import { useEditCompany } from "./api.ts";
import { CompanyFields, companyErrors, companyLabels, companyValuesOf } from "./company-fields.tsx";
import type { LeaseErrors } from "./lease-values.ts";
import { Refused } from "./refused.tsx";

/** Name and contact of a company, for all of its leases. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const [base, setBase] = useState(company);
  const [values, setValues] = useState(companyValuesOf(company));
  const [errors, setErrors] = useState<LeaseErrors>({});
  const edit = useEditCompany(onClose);
  const current = currentOf(companyShape, edit.error);
  const save = ({ id, version }: Company) => {
    const wrong = companyErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    edit.mutate({ id, version, body: values }, { onError: (error) => setErrors(fieldErrorsOf(error)) });
  };
  return (
    <EditDialog
      title="Edit Company"
      description="This changes it on all of its leases."
      size="sm"
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(theirs) => sideBySide(companyLabels, companyValuesOf(theirs), values)}
      onSave={save}
      onTakeTheirs={(theirs) => {
        setValues(companyValuesOf(theirs));
        setErrors({});
      }}
      onClose={onClose}
    >
      {current === undefined && <Refused error={edit.error} />}
      <CompanyFields values={values} errors={errors} onChange={setValues} />
    </EditDialog>
  );
}
