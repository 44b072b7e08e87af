import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type Bill, bill as billShape, newBill, voidBill } from "../../contract.ts";
import { useCreateBill, useEditBill, useVoidBill } from "../mutations.ts";
import { categoriesQuery } from "../queries.ts";
import { BillFields } from "./bill-fields.tsx";
import {
  type BillForm,
  type BillStart,
  type BillValues,
  billLabels,
  createBillValues,
  isEmptyLine,
  toBillValues,
  toTexts,
} from "./bill-values.ts";

/** Leaves out the lines that were never filled in. If no line was, the first one shows its errors. */
function removeEmptyLines(form: BillForm): void {
  const lines = form.getValues("lines");
  const filledLines = lines.filter((line) => !isEmptyLine(line));
  form.setValue("lines", filledLines.length === 0 ? lines.slice(0, 1) : filledLines);
}

interface AddBillProps {
  /** The property and the work order that the bill is for, if they're known. */
  start?: BillStart;
  onAdded: (bill: Bill) => void;
  onClose: () => void;
}

export function AddBill({ start = {}, onAdded, onClose }: AddBillProps) {
  const form: BillForm = useContractForm(newBill, createBillValues(start));
  const { workOrder } = start;
  const draft = useDraft(form, workOrder === undefined ? "new-bill" : `new-bill:${workOrder.id}`);
  const [getIdempotencyKey] = useState(createIdempotencyKeys);
  const create = useCreateBill((bill) => draft.clearThen(() => onAdded(bill))());
  const submit = () => {
    removeEmptyLines(form);
    void form.handleSubmit((body) =>
      create.mutate({ body, key: getIdempotencyKey(body) }, { onError: showFieldErrors(form) }),
    )();
  };
  return (
    <FormDialog
      draft={draft}
      size="wide"
      title="Add Bill"
      description={
        workOrder === undefined
          ? "The cost belongs to the days of its service period."
          : `For work order “${workOrder.title}.”`
      }
      submitLabel="Add Bill"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={create.error} form={form} />
      <BillFields form={form} isNew />
    </FormDialog>
  );
}

export function EditBill({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const [base, setBase] = useState(bill);
  const form: BillForm = useContractForm(newBill, toBillValues(bill));
  const draft = useDraft(form, `bill:${base.id}`, base.version);
  const edit = useEditBill(draft.clearThen(onClose));
  const { data: categories = [] } = useQuery(categoriesQuery);
  const current = getCurrentRecord(billShape, edit.error);
  const save = ({ id, version }: Bill) => {
    removeEmptyLines(form);
    void form.handleSubmit(({ propertyId: _, workOrderId: __, ...body }) =>
      edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }),
    )();
  };
  const toReadable = (values: BillValues) => toTexts(values, categories);
  return (
    <EditDialog
      draft={draft}
      size="wide"
      title="Edit Bill"
      description={bill.property.name}
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(saved) =>
        compareFields(billLabels, toReadable(toBillValues(saved)), toReadable(form.getValues()))
      }
      onSave={save}
      onKeepSaved={(saved) => form.reset(toBillValues(saved))}
      onClose={onClose}
    >
      {current === undefined && <FormError error={edit.error} form={form} />}
      <BillFields form={form} isNew={false} />
    </EditDialog>
  );
}

/** Voids a bill that was entered by mistake, with a reason. */
export function VoidBill({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const form = useContractForm(voidBill.body, { reason: "" });
  const save = useVoidBill(onClose);
  const { id, version } = bill;
  return (
    <FormDialog
      title="Void this bill?"
      description="It stays in the portal with the reason, and no longer counts in any total. You can't undo this."
      submitLabel="Void Bill"
      busyLabel="Voiding..."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit(({ reason }) =>
        save.mutate({ id, version, body: { reason } }, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={save.error} form={form} />
      <Field label="Reason" error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
