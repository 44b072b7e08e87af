import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { leaseKeys } from "#domains/leases/web/query-keys.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { Cells } from "#web/ui/forms/amount-cells.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { applyEstimates, type Estimates } from "../../estimates-contract.ts";
import { countChangedLeases, findChanged, getComparedCents } from "./changed-estimates.ts";

const applyForm = z.object({ reason: applyEstimates.body.shape.reason });
type ApplyValues = z.output<typeof applyForm>;

interface ApplyDialogProps {
  estimates: Estimates;
  cells: Cells;
  from: string;
  onApplied: () => void;
  onClose: () => void;
}

/** Asks for the reason, and amends the leases whose amounts differ from their terms. */
export function ApplyDialog({ estimates, cells, from, onApplied, onClose }: ApplyDialogProps) {
  const { property, year, rows } = estimates;
  const form = useContractForm<ApplyValues, ApplyValues>(applyForm, {
    reason: `Estimates of operating expenses for ${year}`,
  });
  const changed = findChanged(rows, cells);
  const leases = countRows(countChangedLeases(rows, cells), ["lease", "leases"]);
  const start = formatCalendarDay(from);
  const apply = useMutation({
    mutationFn: ({ reason }: ApplyValues) =>
      call(applyEstimates, {
        params: { id: property.id, year: String(year) },
        body: {
          from,
          reason,
          rows: changed.map(({ leaseId, version, kind, monthlyCents }) => ({
            leaseId,
            version,
            kind,
            monthlyCents,
          })),
        },
      }),
    onSuccess: (result) => {
      const amended = countRows(result.leases, ["lease was", "leases were"]);
      toast({ title: "Estimates Applied", description: `${amended} amended starting ${start}.` });
      onApplied();
    },
    onSettled: useRefetch(leaseKeys.all),
  });
  const difference = changed.reduce((sum, row) => sum + row.monthlyCents - getComparedCents(row), 0);
  return (
    <FormDialog
      title="Apply Estimates"
      description={`Amends the terms of ${leases} from ${start} and notifies their tenants. Either all of them are amended or none.`}
      submitLabel="Apply Estimates"
      busyLabel="Applying..."
      isBusy={apply.isPending}
      onSubmit={form.handleSubmit((values) => apply.mutate(values))}
      onClose={onClose}
    >
      <FormError error={apply.error} form={form} />
      <p>{describeDifference(difference)}</p>
      <Field
        label="Reason"
        hint="Shown in the history of each lease."
        error={form.formState.errors.reason?.message}
        isRequired
      >
        <Textarea {...form.register("reason")} rows={2} maxLength={1_000} />
      </Field>
    </FormDialog>
  );
}

function describeDifference(cents: number): string {
  if (cents === 0) return "The monthly charges of these leases stay the same in total.";
  const direction = cents > 0 ? "increase" : "decrease";
  return `The monthly charges of these leases ${direction} by ${formatAmount(Math.abs(cents))} in total.`;
}
