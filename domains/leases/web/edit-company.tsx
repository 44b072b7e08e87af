import { useState } from "react";
import * as z from "zod/mini";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type Company, company as companyShape, newCompany } from "../company-contract.ts";
import { useEditCompany } from "./api.ts";
import { errorsOf, type LeaseErrors } from "./lease-values.ts";
import { Refused } from "./refused.tsx";

const labels = { name: "Name", contactEmail: "E-mail", contactPhone: "Phone" };
const valuesOf = ({ name, contactEmail, contactPhone }: Company) => ({
  name,
  contactEmail: contactEmail ?? "",
  contactPhone: contactPhone ?? "",
});

/** Name and contact of a company, for all of its leases. */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const [base, setBase] = useState(company);
  const [values, setValues] = useState(valuesOf(company));
  const [errors, setErrors] = useState<LeaseErrors>({});
  const edit = useEditCompany(onClose);
  const current = currentOf(companyShape, edit.error);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const save = ({ id, version }: Company) => {
    const wrong = errorsOf(z.safeParse(newCompany, values));
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
      compare={(theirs) => sideBySide(labels, valuesOf(theirs), values)}
      onSave={save}
      onTakeTheirs={(theirs) => {
        setValues(valuesOf(theirs));
        setErrors({});
      }}
      onClose={onClose}
    >
      {current === undefined && <Refused error={edit.error} />}
      <Field label={labels.name} error={errors.name} isRequired>
        <Input
          value={values.name}
          maxLength={200}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={labels.contactEmail} error={errors.contactEmail} isOptional>
        <Input
          type="email"
          value={values.contactEmail}
          maxLength={254}
          onChange={(event) => change({ contactEmail: event.target.value })}
        />
      </Field>
      <Field label={labels.contactPhone} error={errors.contactPhone} isOptional>
        <Input
          type="tel"
          value={values.contactPhone}
          maxLength={40}
          onChange={(event) => change({ contactPhone: event.target.value })}
        />
      </Field>
    </EditDialog>
  );
}
