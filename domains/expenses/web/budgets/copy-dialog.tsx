import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { parseDollars } from "#shared/format/dollars.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import type { Cells } from "#web/ui/forms/amount-cells.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type Budget, readBudget } from "../../budget-contract.ts";
import { changeByPercent } from "./budget-cells.ts";

/** Hundredths of a percent. */
const parsePercent = (text: string): number | undefined => parseDollars(text.replace(/%\s*$/, "").trim());

const copyForm = z.object({
  source: z.enum(["cents", "actualCents"]),
  percent: z.string().check(
    z.refine((text) => Math.abs(parsePercent(text) ?? Number.POSITIVE_INFINITY) <= 10_000, {
      error: "Please enter a percentage from -100 to 100",
    }),
  ),
});
type CopyValues = z.output<typeof copyForm>;

interface CopyDialogProps {
  budget: Budget;
  onCopy: (cells: Cells) => void;
  onClose: () => void;
}

/** Fills the grid with last year's amounts, changed by a percentage. Nothing is saved yet. */
export function CopyDialog({ budget, onCopy, onClose }: CopyDialogProps) {
  const { property, year, rows } = budget;
  const form = useContractForm<CopyValues, CopyValues>(copyForm, { source: "cents", percent: "3" });
  const { register, formState, handleSubmit } = form;
  const copy = useMutation({
    mutationFn: async ({ source, percent }: CopyValues): Promise<Cells> => {
      const lastYear = await call(readBudget, { params: { id: property.id, year: year - 1 } });
      const amounts = new Map(lastYear.rows.map((row) => [row.categoryId, row[source]]));
      const basisPoints = parsePercent(percent) ?? 0;
      return rows.map(({ categoryId, cents }) =>
        cents.map((_, month) => changeByPercent(amounts.get(categoryId)?.[month] ?? 0, basisPoints)),
      );
    },
    onSuccess: onCopy,
  });
  return (
    <FormDialog
      title={`Copy from ${year - 1}`}
      description="The copied amounts replace everything in the grid. You can change them before you save."
      submitLabel="Copy Amounts"
      busyLabel="Copying..."
      isBusy={copy.isPending}
      onSubmit={handleSubmit((values) => copy.mutate(values))}
      onClose={onClose}
    >
      <FormError error={copy.error} form={form} />
      <Field label="Copy" error={formState.errors.source?.message} isRequired>
        <Select
          {...register("source")}
          options={[
            { value: "cents", label: `The budget for ${year - 1}` },
            { value: "actualCents", label: `The actual costs for ${year - 1}` },
          ]}
        />
      </Field>
      <Field
        label="Percent change"
        hint="For example, 3 for a 3% increase, or -2.5 for a 2.5% decrease."
        error={formState.errors.percent?.message}
        isRequired
      >
        <Input {...register("percent")} inputMode="decimal" autoComplete="off" maxLength={8} />
      </Field>
    </FormDialog>
  );
}
