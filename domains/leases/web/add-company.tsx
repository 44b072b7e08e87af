import { useState } from "react";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useCreateCompany } from "./api.ts";
import { CompanyFields, companyErrors, noCompany } from "./company-fields.tsx";
import type { LeaseErrors } from "./lease-values.ts";
import { Refused } from "./refused.tsx";

/** A company that leases nothing yet. */
export function AddCompany({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(noCompany);
  const [errors, setErrors] = useState<LeaseErrors>({});
  const [keyOf] = useState(oneKeyPerContent);
  const create = useCreateCompany(onClose);
  const submit = () => {
    const wrong = companyErrors(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || create.isPending) return;
    create.mutate(
      { body: values, key: keyOf(values) },
      { onError: (error) => setErrors(fieldErrorsOf(error)) },
    );
  };
  return (
    <FormDialog
      title="Add Company"
      description="Its leases are recorded on their own page."
      size="sm"
      submitLabel="Add Company"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Refused error={create.error} />
      <CompanyFields values={values} errors={errors} onChange={setValues} />
    </FormDialog>
  );
}
