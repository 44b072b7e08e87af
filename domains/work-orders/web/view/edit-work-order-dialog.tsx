import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { categories, editCategories } from "../../categories.ts";
import { type WorkOrder, workOrder, workOrderForm } from "../../contract.ts";
import { priorities, priorityLabels } from "../../priorities.ts";
import { editStatuses, readStatus, statusLabel } from "../../status.ts";
import { useEditWorkOrder } from "./mutations.ts";

/** The same rules as the create form (WO-45). The form restricts the status to its options. */
const editFields = z.extend(workOrderForm, { status: z.string(), reason: z.string() });
type EditFormValues = z.input<typeof editFields>;
type EditedField = Exclude<keyof EditFormValues, "reason">;

const cancelsWorkOrder = (base: WorkOrder, status: string) =>
  status === "cancelled" && base.status !== "cancelled";
/** Cancelling requires a reason. */
const createEditForm = (base: WorkOrder) =>
  editFields.check(
    z.refine(({ status, reason }) => !cancelsWorkOrder(base, status) || reason.trim() !== "", {
      error: "Please give a reason",
      path: ["reason"],
    }),
  );

const fieldLabels = {
  title: "Title",
  description: "Description",
  category: "Category",
  location: "Location",
  priority: "Priority",
  status: "Status",
} as const satisfies Record<EditedField, string>;

/** WO-31 to WO-45. */
export function EditWorkOrderDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const [base, setBase] = useState(order);
  const form = useContractForm(createEditForm(base), toFormValues(base));
  const { register, control, handleSubmit, formState, reset, getValues } = form;
  const draft = useDraft(form, `work-order:${base.id}`, base.version);
  const edit = useEditWorkOrder(order.id, draft.clearThen(onClose));
  const { errors } = formState;
  const isCancelling = cancelsWorkOrder(base, useWatch({ control, name: "status" }));
  const save = ({ version }: WorkOrder) =>
    // Sent with the field values as the form spells them (WO-39).
    handleSubmit(() => edit.mutate({ version, edit: toEdit(base, getValues()) }))();
  return (
    <EditDialog
      draft={draft}
      isInUrl
      title={`Edit Work Order ${workOrderNumber(order.id)}`}
      description={null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(workOrder, edit.error)}
      compare={(savedOrder) =>
        compareFields(fieldLabels, formatValues(toFormValues(savedOrder)), formatValues(getValues()))
      }
      onSave={save}
      onKeepSaved={(savedOrder) => reset(toFormValues(savedOrder))}
      onClose={onClose}
    >
      <Field label={fieldLabels.title} error={errors.title?.message} isRequired>
        <Input {...register("title")} maxLength={200} />
      </Field>
      <Field label={fieldLabels.description} error={errors.description?.message} isRequired>
        <Textarea {...register("description")} rows={5} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldLabels.category} error={errors.category?.message} isRequired>
          <Select {...register("category")} options={getCategoryOptions(base.category)} />
        </Field>
        <Field label={fieldLabels.location} error={errors.location?.message} isRequired>
          <Input {...register("location")} maxLength={200} />
        </Field>
        <Field label={fieldLabels.priority} error={errors.priority?.message} isRequired>
          <Select {...register("priority")} options={priorityOptions} />
        </Field>
        <Field label={fieldLabels.status} error={errors.status?.message} isRequired>
          <Select {...register("status")} options={getStatusOptions(base.status)} />
        </Field>
      </div>
      {isCancelling && (
        <Field
          label="Why is it cancelled?"
          hint="The reason becomes a comment."
          error={errors.reason?.message}
          isRequired
        >
          <Textarea {...register("reason")} maxLength={4000} rows={3} />
        </Field>
      )}
    </EditDialog>
  );
}

const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));

/** WO-36, WO-44: the specified options, with the current value first if it isn't one of them. */
function getCategoryOptions(current: string) {
  return prependCurrent(editCategories, current.toLowerCase(), current).map((value) => ({
    value,
    label: getCategoryLabel(value),
  }));
}

const getCategoryLabel = (value: string) =>
  categories.find((category) => category.toLowerCase() === value.toLowerCase()) ?? value;

/** WO-34, WO-06: keeps the current status, so that an edit never changes it by accident. */
const getStatusOptions = (current: string) =>
  prependCurrent(editStatuses, toStatusOption(current), current).map((value) => ({
    value,
    label: statusLabel(readStatus(value)),
  }));

/** The status as the form spells it. */
const toStatusOption = (status: string) => (status === "in_progress" ? "in-progress" : status);

/** The category as the form spells it, if it is one of the options. */
const toCategoryOption = (category: string) =>
  editCategories.find((option) => option === category.toLowerCase()) ?? category;

const toFormValues = (order: WorkOrder): EditFormValues => ({
  title: order.title,
  description: order.description,
  category: toCategoryOption(order.category),
  location: order.location,
  priority: order.priority,
  status: toStatusOption(order.status),
  reason: "",
});

/** Only a cancelled work order has a reason. */
const toEdit = (base: WorkOrder, { reason, ...values }: EditFormValues) =>
  cancelsWorkOrder(base, values.status) ? { ...values, reason } : values;

/** The field values as displayed text. */
const formatValues = ({ reason: _reason, ...values }: EditFormValues): Record<EditedField, string> => ({
  ...values,
  category: getCategoryLabel(values.category),
  priority: priorityLabels[values.priority],
  status: statusLabel(readStatus(values.status)),
});

/**
 * Adds the current value as the first option if it isn't one, so that saving without a selection changes
 * nothing. `normalizedCurrent` is the current value as the options spell it.
 */
const prependCurrent = (
  options: readonly string[],
  normalizedCurrent: string,
  current: string,
): readonly string[] => (options.includes(normalizedCurrent) ? options : [current, ...options]);
