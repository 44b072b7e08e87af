import { useState } from "react";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { categories, editCategories } from "../categories.ts";
import { type WorkOrder, workOrder, workOrderForm } from "../contract.ts";
import { priorities, priorityLabels } from "../priorities.ts";
import { editStatuses, readStatus, statusLabel } from "../status.ts";
import { useEditOrder } from "./api.ts";
import { withPresentFirst } from "./edit-options.ts";

/** The rules of the create form (WO-45); the form restricts the status to its options. */
const edited = z.extend(workOrderForm, { status: z.string() });
type Edit = z.input<typeof edited>;

const labels = {
  title: "Title",
  description: "Description",
  category: "Category",
  location: "Location",
  priority: "Priority",
  status: "Status",
} as const satisfies Record<keyof Edit, string>;

/** WO-31 to WO-45. */
export function EditOrderDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const [base, setBase] = useState(order);
  const form = useContractForm(edited, valuesOf(base));
  const { register, handleSubmit, formState, reset, getValues } = form;
  const draft = useDraft(form, `work-order:${base.id}`, base.version);
  const edit = useEditOrder(draft.dropAnd(onClose));
  const { errors } = formState;
  const save = ({ id, version }: WorkOrder) =>
    // Sent with the values of the fields, in the form's own spelling (WO-39).
    handleSubmit(() => edit.mutate({ id, version, edit: getValues() }))();
  return (
    <EditDialog
      draft={draft}
      isInAddress
      title={`Edit Work Order ${workOrderNumber(order.id)}`}
      description={null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(workOrder, edit.error)}
      compare={(theirs) => sideBySide(labels, inWords(valuesOf(theirs)), inWords(getValues()))}
      onSave={save}
      onTakeTheirs={(theirs) => reset(valuesOf(theirs))}
      onClose={onClose}
    >
      <Field label={labels.title} error={errors.title?.message} isRequired>
        <Input {...register("title")} maxLength={200} />
      </Field>
      <Field label={labels.description} error={errors.description?.message} isRequired>
        <Textarea {...register("description")} rows={5} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.category} error={errors.category?.message} isRequired>
          <Select {...register("category")} options={categoryOptions(base.category)} />
        </Field>
        <Field label={labels.location} error={errors.location?.message} isRequired>
          <Input {...register("location")} maxLength={200} />
        </Field>
        <Field label={labels.priority} error={errors.priority?.message} isRequired>
          <Select {...register("priority")} options={priorityOptions} />
        </Field>
        <Field label={labels.status} error={errors.status?.message} isRequired>
          <Select {...register("status")} options={statusOptions(base.status)} />
        </Field>
      </div>
    </EditDialog>
  );
}

const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));

/** WO-36, WO-44: the specified options; the present value is added first when it is not one of them. */
function categoryOptions(present: string) {
  return withPresentFirst(editCategories, present.toLowerCase(), present).map((value) => ({
    value,
    label: categoryLabel(value),
  }));
}

const categoryLabel = (value: string) =>
  categories.find((category) => category.toLowerCase() === value.toLowerCase()) ?? value;

/** WO-34, WO-06: keeps the present status, so that an edit never changes it by accident. */
const statusOptions = (present: string) =>
  withPresentFirst(editStatuses, optionOf(present), present).map((value) => ({
    value,
    label: statusLabel(readStatus(value)),
  }));

/** The status as the form spells it. */
const optionOf = (status: string) => (status === "in_progress" ? "in-progress" : status);

/** The category as the form spells it, if it is one of the options. */
const categoryOptionOf = (category: string) =>
  editCategories.find((option) => option === category.toLowerCase()) ?? category;

const valuesOf = (order: WorkOrder): Edit => ({
  title: order.title,
  description: order.description,
  category: categoryOptionOf(order.category),
  location: order.location,
  priority: order.priority as Edit["priority"],
  status: optionOf(order.status),
});

/** The values of the fields as displayed text. */
const inWords = (values: Edit): Record<keyof Edit, string> => ({
  ...values,
  category: categoryLabel(values.category),
  priority: priorityLabels[values.priority],
  status: statusLabel(readStatus(values.status)),
});
