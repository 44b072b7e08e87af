import * as z from "zod/mini";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type Company, newCompany } from "../company-contract.ts";
import { errorsOf, type LeaseErrors } from "./lease-values.ts";

export const companyLabels = { name: "Name", contactEmail: "E-mail", contactPhone: "Phone" };

export type CompanyValues = Record<keyof typeof companyLabels, string>;
export const noCompany: CompanyValues = { name: "", contactEmail: "", contactPhone: "" };

export const companyValuesOf = ({ name, contactEmail, contactPhone }: Company): CompanyValues => ({
  name,
  contactEmail: contactEmail ?? "",
  contactPhone: contactPhone ?? "",
});

/** A sentence for each field that is wrong. */
export const companyErrors = (values: CompanyValues): LeaseErrors =>
  errorsOf(z.safeParse(newCompany, values));

interface CompanyFieldsProps {
  values: CompanyValues;
  errors: LeaseErrors;
  onChange: (values: CompanyValues) => void;
}

/** Name and contact of a company. */
export function CompanyFields({ values, errors, onChange }: CompanyFieldsProps) {
  const change = (changed: Partial<CompanyValues>) => onChange({ ...values, ...changed });
  return (
    <>
      <Field label={companyLabels.name} error={errors.name} isRequired>
        <Input
          value={values.name}
          maxLength={200}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={companyLabels.contactEmail} error={errors.contactEmail} isOptional>
        <Input
          type="email"
          value={values.contactEmail}
          maxLength={254}
          onChange={(event) => change({ contactEmail: event.target.value })}
        />
      </Field>
      <Field label={companyLabels.contactPhone} error={errors.contactPhone} isOptional>
        <Input
          type="tel"
          value={values.contactPhone}
          maxLength={40}
          onChange={(event) => change({ contactPhone: event.target.value })}
        />
      </Field>
    </>
  );
}
