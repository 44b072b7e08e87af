import type { UseFormReturn } from "react-hook-form";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import type { Company, NewCompany } from "../../company-contract.ts";

export const companyLabels = { name: "Name", contactEmail: "Email", contactPhone: "Phone" };

type CompanyValues = Record<keyof typeof companyLabels, string>;
export const emptyCompany: CompanyValues = { name: "", contactEmail: "", contactPhone: "" };

export const toCompanyValues = ({ name, contactEmail, contactPhone }: Company): CompanyValues => ({
  name,
  contactEmail: contactEmail ?? "",
  contactPhone: contactPhone ?? "",
});

/** A company's name and contact details. */
export function CompanyFields({ form }: { form: UseFormReturn<CompanyValues, unknown, NewCompany> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={companyLabels.name} error={errors.name?.message} isRequired>
        <Input {...register("name")} maxLength={200} />
      </Field>
      <Field label={companyLabels.contactEmail} error={errors.contactEmail?.message} isOptional>
        <Input {...register("contactEmail")} type="email" autoComplete="off" maxLength={254} />
      </Field>
      <Field label={companyLabels.contactPhone} error={errors.contactPhone?.message} isOptional>
        <Input {...register("contactPhone")} type="tel" autoComplete="off" maxLength={40} />
      </Field>
    </>
  );
}
