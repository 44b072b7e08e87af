import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId } from "react";
import { useWatch } from "react-hook-form";
import { foldText } from "#shared/fold-text.ts";
import { prefill } from "#web/draft.ts";
import { useProperties } from "#web/list/filters.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { vendorsQuery } from "../queries.ts";
import { BillLines } from "./bill-lines.tsx";
import { type BillForm, billLabels, proposeDates } from "./bill-values.ts";

interface BillFieldsProps {
  form: BillForm;
  /** Whether the property can be selected, and the date of the bill proposes the other dates. */
  isNew: boolean;
}

/** The fields of a bill and its lines. */
export function BillFields({ form, isNew }: BillFieldsProps) {
  const { register, formState, setValue } = form;
  const { errors, dirtyFields } = formState;
  const proposeOtherDates = (billedOn: string) => {
    if (!isNew || billedOn === "") return;
    const { serviceFrom, serviceTo, dueOn } = proposeDates(billedOn);
    if (dirtyFields.serviceFrom !== true && dirtyFields.serviceTo !== true) {
      setValue("serviceFrom", serviceFrom);
      setValue("serviceTo", serviceTo);
    }
    if (dirtyFields.dueOn !== true) setValue("dueOn", dueOn);
  };
  const emptyToNull = { setValueAs: (value: string | null) => (value === "" ? null : value) };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && <PropertyField form={form} />}
        <VendorField form={form} />
        <Field label={billLabels.number} error={errors.number?.message} isOptional>
          <Input {...register("number")} autoComplete="off" maxLength={60} />
        </Field>
        <Field label={billLabels.billedOn} error={errors.billedOn?.message} isRequired>
          <Input
            type="date"
            {...register("billedOn", { onChange: ({ target }) => proposeOtherDates(String(target.value)) })}
          />
        </Field>
        <Field label={billLabels.serviceFrom} error={errors.serviceFrom?.message} isRequired>
          <Input type="date" {...register("serviceFrom")} />
        </Field>
        <Field label={billLabels.serviceTo} error={errors.serviceTo?.message} isRequired>
          <Input type="date" {...register("serviceTo")} />
        </Field>
        <Field label={billLabels.dueOn} error={errors.dueOn?.message} isRequired>
          <Input type="date" {...register("dueOn")} />
        </Field>
        <Field label={billLabels.paidOn} error={errors.paidOn?.message} isOptional>
          <Input type="date" {...register("paidOn", emptyToNull)} />
        </Field>
      </div>
      <BillLines form={form} />
      {errors.isNotDuplicate?.message !== undefined && (
        <div role="alert" className="rounded-control bg-amber-soft px-3 py-2">
          <p>{errors.isNotDuplicate.message}</p>
          <Checkbox label="This is another bill" {...register("isNotDuplicate")} />
        </div>
      )}
    </>
  );
}

function PropertyField({ form }: { form: BillForm }) {
  const { register, control, formState } = form;
  const properties = useProperties();
  const propertyId = useWatch({ control, name: "propertyId" });
  const [onlyProperty] = properties.length === 1 ? properties : [];
  useEffect(() => {
    if (onlyProperty !== undefined && form.getValues("propertyId") === null)
      prefill(form, "propertyId", onlyProperty.id);
  }, [onlyProperty, form]);
  return (
    <Field label="Property" error={formState.errors.propertyId?.message} isRequired>
      <Select
        {...register("propertyId", { setValueAs: (value: string) => Number(value) || null })}
        value={propertyId ?? ""}
        placeholder="Select a property"
        options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Field>
  );
}

/** An existing vendor or the name of a new one. The browser suggests existing vendors. */
function VendorField({ form: { register, control, formState } }: { form: BillForm }) {
  const listId = useId();
  const searchText = useDeferredValue(useWatch({ control, name: "vendorName" }).trim());
  const { data: vendors = [], isFetching } = useQuery(vendorsQuery(searchText));
  const isKnown = vendors.some(({ name }) => foldText(name) === foldText(searchText));
  const hint =
    searchText === "" || isKnown || isFetching ? undefined : "New vendor. It will be added with the bill.";
  const { errors } = formState;
  const error = errors.vendorName?.message ?? errors.vendorId?.message;
  return (
    <Field label={billLabels.vendorName} hint={hint} error={error} isRequired>
      <Input {...register("vendorName")} data-autofocus list={listId} autoComplete="off" maxLength={200} />
      <datalist id={listId}>
        {vendors.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}
