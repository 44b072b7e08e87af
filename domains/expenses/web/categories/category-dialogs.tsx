import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import {
  type Category,
  category as categoryShape,
  newCategory,
  type Pool,
} from "../../categories-contract.ts";
import { useCreateCategory, useEditCategory } from "../mutations.ts";
import { poolsQuery } from "../queries.ts";

const categoryForm = z.extend(newCategory, { isArchived: z.boolean() });
type CategoryValues = z.output<typeof categoryForm>;
type CategoryForm = UseFormReturn<CategoryValues, unknown, CategoryValues>;

const labels = {
  name: "Name",
  accountCode: "Account code",
  poolId: "Pool",
  isRecoverable: "Recoverable",
  isControllable: "Controllable",
  variesWithOccupancy: "Varies with occupancy",
  isCapital: "Capital expense",
  isArchived: "Archived",
} as const;

const newValues: CategoryValues = {
  name: "",
  accountCode: "",
  poolId: null,
  isRecoverable: true,
  isControllable: true,
  variesWithOccupancy: false,
  isCapital: false,
  isArchived: false,
};

const toValues = ({ id: _, pool: __, version: ___, ...values }: Category): CategoryValues => values;

const formatYesNo = (value: boolean) => (value ? "Yes" : "No");
const toTexts = (values: CategoryValues, pools: readonly Pool[]) => ({
  name: values.name,
  accountCode: values.accountCode,
  poolId: pools.find(({ id }) => id === values.poolId)?.name ?? "None",
  isRecoverable: formatYesNo(values.isRecoverable),
  isControllable: formatYesNo(values.isControllable),
  variesWithOccupancy: formatYesNo(values.variesWithOccupancy),
  isCapital: formatYesNo(values.isCapital),
  isArchived: formatYesNo(values.isArchived),
});

export function AddCategory({ onClose }: { onClose: () => void }) {
  const form = useContractForm(categoryForm, newValues);
  const create = useCreateCategory(onClose);
  return (
    <FormDialog
      title="Add Category"
      description="What a cost is for. All properties share it."
      submitLabel="Add Category"
      busyLabel="Adding..."
      isBusy={create.isPending}
      onSubmit={form.handleSubmit(({ isArchived: _, ...body }) =>
        create.mutate(body, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={create.error} form={form} />
      <CategoryFields form={form} />
    </FormDialog>
  );
}

export function EditCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const [base, setBase] = useState(category);
  const form = useContractForm(categoryForm, toValues(category));
  const edit = useEditCategory(onClose);
  const { data: pools = [] } = useQuery(poolsQuery);
  const current = getCurrentRecord(categoryShape, edit.error);
  return (
    <EditDialog
      title="Edit Category"
      description="Changes apply to all of its bills and budgets."
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(saved) =>
        compareFields(labels, toTexts(toValues(saved), pools), toTexts(form.getValues(), pools))
      }
      onSave={({ id, version }) =>
        void form.handleSubmit((body) =>
          edit.mutate({ id, version, body }, { onError: showFieldErrors(form) }),
        )()
      }
      onKeepSaved={(saved) => form.reset(toValues(saved))}
      onClose={onClose}
    >
      {current === undefined && <FormError error={edit.error} form={form} />}
      <CategoryFields form={form} />
      <Checkbox
        label={labels.isArchived}
        hint="New bills and budgets no longer offer it. Its bills stay."
        {...form.register("isArchived")}
      />
    </EditDialog>
  );
}

function CategoryFields({ form }: { form: CategoryForm }) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  const { data: pools = [] } = useQuery(poolsQuery);
  return (
    <>
      <Field label={labels.name} error={errors.name?.message} isRequired>
        <Input {...register("name")} data-autofocus autoComplete="off" maxLength={80} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.poolId} error={errors.poolId?.message}>
          <Select
            {...register("poolId", { setValueAs: (value: string) => Number(value) || null })}
            value={watch("poolId") ?? ""}
            placeholder="None"
            options={pools.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label={labels.accountCode} error={errors.accountCode?.message} isOptional>
          <Input {...register("accountCode")} autoComplete="off" maxLength={20} />
        </Field>
      </div>
      <div className="space-y-1">
        <Checkbox
          label={labels.isRecoverable}
          hint="Tenants can be charged for it."
          {...register("isRecoverable")}
        />
        <Checkbox
          label={labels.isControllable}
          hint="Caps on controllable expenses apply to it. Taxes, insurance, and utilities usually aren't controllable."
          {...register("isControllable")}
        />
        <Checkbox
          label={labels.variesWithOccupancy}
          hint="Its cost rises with the occupied area, so it can be grossed up."
          {...register("variesWithOccupancy")}
        />
        <Checkbox
          label={labels.isCapital}
          hint="An improvement or a replacement that lasts for years."
          {...register("isCapital")}
        />
      </div>
    </>
  );
}
