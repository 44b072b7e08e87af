import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { userMessageOf } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { categories, editCategories } from "../categories.ts";
import { type WorkOrder, workOrderForm } from "../contract.ts";
import { priorities, priorityLabels } from "../priorities.ts";
import { editStatuses, readStatus, statusLabel } from "../status.ts";
import { currentOf, useEditOrder } from "./api.ts";
import { withPresentFirst } from "./edit-options.ts";

/** The rules of the create form (WO-45); the status is one of the options, which the form itself offers. */
const form = z.extend(workOrderForm, { status: z.string() });
type Edit = z.input<typeof form>;
const formId = "edit-work-order";

/** WO-31 to WO-45. What the person started from is sent along, so that nobody's change in between is overwritten. */
export function EditDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const [base, setBase] = useState(order);
  const { mutate, isPending, error } = useEditOrder(onClose);
  const current = currentOf(error);
  const { register, handleSubmit, formState, reset } = useForm({
    // Sent as the fields hold it, in the form's own spelling (WO-39).
    resolver: standardSchemaResolver(form, undefined, { raw: true }),
    defaultValues: valuesOf(base),
  });
  const { errors } = formState;
  const save = handleSubmit((edit) => mutate({ id: base.id, version: base.version, edit }));
  const takeCurrent = () => {
    if (current === undefined) return;
    setBase(current);
    reset(valuesOf(current));
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Edit Work Order ${workOrderNumber(order.id)}`}
      description={null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="space-y-4">
        {current !== undefined && current.version !== base.version && (
          <Banner
            kind="warning"
            title={userMessageOf(error)}
            action={
              <Button size="sm" onClick={takeCurrent}>
                Show it as it is now
              </Button>
            }
          >
            Your changes were not saved. They are replaced when you show it as it is now.
          </Banner>
        )}
        <Field label="Title" error={errors.title?.message} isRequired>
          <Input {...register("title")} maxLength={200} />
        </Field>
        <Field label="Description" error={errors.description?.message} isRequired>
          <Textarea {...register("description")} rows={5} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Category" error={errors.category?.message} isRequired>
            <Select {...register("category")} options={categoryOptions(base.category)} />
          </Field>
          <Field label="Location" error={errors.location?.message} isRequired>
            <Input {...register("location")} maxLength={200} />
          </Field>
          <Field label="Priority" error={errors.priority?.message} isRequired>
            <Select {...register("priority")} options={priorityOptions} />
          </Field>
          <Field label="Status" error={errors.status?.message} isRequired>
            <Select {...register("status")} options={statusOptions(base.status)} />
          </Field>
        </div>
      </form>
    </Dialog>
  );
}

const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));

/** WO-36, WO-44: the specified options, the present one first when it is none of them. */
function categoryOptions(present: string) {
  const labelOf = (value: string) =>
    categories.find((category) => category.toLowerCase() === value.toLowerCase()) ?? value;
  return withPresentFirst(editCategories, present.toLowerCase(), present).map((value) => ({
    value,
    label: labelOf(value),
  }));
}

/** WO-34, WO-06: so that an edit never changes a status by itself. */
const statusOptions = (present: string) =>
  withPresentFirst(editStatuses, optionOf(present), present).map((value) => ({
    value,
    label: statusLabel(readStatus(value)),
  }));

/** The form's spelling of a status. */
const optionOf = (status: string) => (status === "in_progress" ? "in-progress" : status);

/** The form's spelling of a category, where it has one. */
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
