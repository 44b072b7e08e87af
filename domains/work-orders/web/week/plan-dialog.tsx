import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { day } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { estimate } from "../../week-contract.ts";
import { assigneesQuery } from "../queries.ts";
import { estimateOptions } from "./estimates.ts";
import type { WorkOrderPlan } from "./mutations.ts";

const planForm = z.object({
  person: z.string(),
  day: z.union([z.literal(""), day("Please select a date")]),
  estimateOption: z.string(),
  minutes: z.string(),
});

const otherOption = "other";

interface PlanDialogProps {
  order: WorkOrderRow;
  onPlan: (newPlan: WorkOrderPlan) => void;
  onClose: () => void;
}

/** Sets a work order's assignee, date, and estimate. Keyboards and phones use it instead of dragging. */
export function PlanDialog({ order, onPlan, onClose }: PlanDialogProps) {
  const staff = useQuery(assigneesQuery(order.id));
  const form = useContractForm(planForm, toFormValues(order));
  const { errors } = form.formState;
  const people = staff.data ?? (order.assignee === null ? [] : [order.assignee]);
  const hasOtherEstimate = form.watch("estimateOption") === otherOption;

  const submit = form.handleSubmit(({ person, day: plannedOn, estimateOption, minutes }) => {
    const parsedEstimate =
      estimateOption === otherOption ? estimate.safeParse(Number(minutes || Number.NaN)) : undefined;
    if (parsedEstimate?.success === false)
      return form.setError(
        "minutes",
        { message: parsedEstimate.error.issues[0]?.message ?? "" },
        { shouldFocus: true },
      );
    onPlan({
      assignee: people.find(({ id }) => String(id) === person) ?? null,
      plannedOn: plannedOn === "" ? null : plannedOn,
      estimateMinutes: parsedEstimate?.data ?? (estimateOption === "" ? null : Number(estimateOption)),
    });
    onClose();
  });
  return (
    <FormDialog
      title={`Plan ${workOrderNumber(order.id)}`}
      description={order.title}
      submitLabel="Save plan"
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Person" hint={staff.isError ? "Couldn't load the staff list." : undefined}>
        <Select
          {...form.register("person")}
          // The options arrive after the value.
          key={staff.status}
          placeholder="Unassigned"
          options={people.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
        />
      </Field>
      <Field
        label="Date"
        hint="Leave blank if not scheduled for a specific date."
        error={errors.day?.message}
      >
        <Input {...form.register("day")} type="date" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Estimate">
          <Select
            {...form.register("estimateOption")}
            placeholder="No estimate"
            options={[
              ...estimateOptions.map((minutes) => ({ value: String(minutes), label: formatHours(minutes) })),
              { value: otherOption, label: "Other" },
            ]}
          />
        </Field>
        {hasOtherEstimate && (
          <Field label="Minutes" error={errors.minutes?.message} isRequired>
            <Input {...form.register("minutes")} type="number" inputMode="numeric" min={5} step={5} />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}

function toFormValues({ assignee, plannedOn, estimateMinutes }: WorkOrderRow) {
  const isListedEstimate = estimateOptions.some((minutes) => minutes === estimateMinutes);
  return {
    person: assignee === null ? "" : String(assignee.id),
    day: plannedOn ?? "",
    estimateOption: estimateMinutes === null ? "" : isListedEstimate ? String(estimateMinutes) : otherOption,
    minutes: estimateMinutes === null ? "" : String(estimateMinutes),
  };
}
