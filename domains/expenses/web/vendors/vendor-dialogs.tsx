import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { newVendor, type Vendor, vendor as vendorShape } from "../../vendors-contract.ts";
import { useCreateVendor, useEditVendor } from "../mutations.ts";

const vendorForm = z.extend(newVendor, { isArchived: z.boolean() });
type VendorValues = z.output<typeof vendorForm>;

const labels = {
  name: "Name",
  contactName: "Contact",
  email: "Email",
  phone: "Phone",
  notes: "Notes",
  isArchived: "Archived",
} as const;

const toValues = ({ name, contactName, email, phone, notes, isArchived }: Vendor): VendorValues => ({
  name,
  contactName,
  email,
  phone,
  notes,
  isArchived,
});

const emptyVendor: VendorValues = {
  name: "",
  contactName: "",
  email: "",
  phone: "",
  notes: "",
  isArchived: false,
};

const toTexts = ({ isArchived, ...values }: VendorValues) => ({
  ...values,
  isArchived: isArchived ? "Yes" : "No",
});

export function AddVendor({ onClose }: { onClose: () => void }) {
  const form = useContractForm(vendorForm, emptyVendor);
  const draft = useDraft(form, "new-vendor");
  const create = useCreateVendor(draft.clearThen(onClose));
  return (
    <FormDialog
      draft={draft}
      title="Add Vendor"
      description="A company that sends bills. All properties share it."
      submitLabel="Add Vendor"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={form.handleSubmit(({ isArchived: _, ...body }) =>
        create.mutate(body, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={create.error} form={form} />
      <VendorFields form={form} />
    </FormDialog>
  );
}

export function EditVendor({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) {
  const [base, setBase] = useState(vendor);
  const form = useContractForm(vendorForm, toValues(vendor));
  const draft = useDraft(form, `vendor:${base.id}`, base.version);
  const edit = useEditVendor(draft.clearThen(onClose));
  const current = getCurrentRecord(vendorShape, edit.error);
  return (
    <EditDialog
      draft={draft}
      title="Edit Vendor"
      description="Changes apply at all properties."
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(saved) => compareFields(labels, toTexts(toValues(saved)), toTexts(form.getValues()))}
      onSave={({ id, version }) =>
        void form.handleSubmit((body) =>
          edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }),
        )()
      }
      onKeepSaved={(saved) => form.reset(toValues(saved))}
      onClose={onClose}
    >
      {current === undefined && <FormError error={edit.error} form={form} />}
      <VendorFields form={form} />
      <Checkbox
        label={labels.isArchived}
        hint="New bills no longer offer an archived vendor. Its bills stay."
        {...form.register("isArchived")}
      />
    </EditDialog>
  );
}

function VendorFields({ form }: { form: UseFormReturn<VendorValues, unknown, VendorValues> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={labels.name} error={errors.name?.message} isRequired>
        <Input {...register("name")} data-autofocus autoComplete="off" maxLength={200} />
      </Field>
      <Field label={labels.contactName} error={errors.contactName?.message} isOptional>
        <Input {...register("contactName")} autoComplete="off" maxLength={120} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.email} error={errors.email?.message} isOptional>
          <Input {...register("email")} type="email" autoComplete="off" maxLength={254} />
        </Field>
        <Field label={labels.phone} error={errors.phone?.message} isOptional>
          <Input {...register("phone")} type="tel" autoComplete="off" maxLength={40} />
        </Field>
      </div>
      <Field label={labels.notes} error={errors.notes?.message} isOptional>
        <Textarea {...register("notes")} rows={3} maxLength={2000} />
      </Field>
    </>
  );
}
