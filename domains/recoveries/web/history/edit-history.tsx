import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { leaseKeys } from "#domains/leases/web/query-keys.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type RecoveryHistory, type RecoveryHistoryRow, setRecoveryHistory } from "../../history-contract.ts";

interface EditHistoryProps {
  history: RecoveryHistory;
  /** The amounts to change. Undefined to add some. */
  row: RecoveryHistoryRow | undefined;
  onClose: () => void;
}

const amountFields = [
  {
    name: "baseCents",
    label: "Base year cost",
    hint: "The cost of the whole pool, if this is the lease's base year. Grossed up as the lease says.",
  },
  {
    name: "cappedCents",
    label: "Controllable costs billed",
    hint: "For the whole pool, after the cap. A cap over last year grows from this amount.",
  },
  { name: "shareCents", label: "Tenant's share", hint: "As billed to the tenant for the year." },
  {
    name: "estimatesCents",
    label: "Estimates billed",
    hint: "The monthly charges for the year, which are deducted if you reconcile the year here.",
  },
] as const;

/** The form for a lease's amounts in one pool and year from the previous system. */
export function EditHistory({ history, row, onClose }: EditHistoryProps) {
  const { leaseId, pools, rows, version } = history;
  const [values, setValues] = useState({
    poolId: String(row?.poolId ?? pools[0]?.id ?? ""),
    year: String(row?.year ?? ""),
    baseCents: row?.baseCents ?? null,
    cappedCents: row?.cappedCents ?? null,
    shareCents: row?.shareCents ?? null,
    estimatesCents: row?.estimatesCents ?? null,
    reason: "",
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const isKnown = rows.some(
    ({ poolId, year }) => String(poolId) === values.poolId && String(year) === values.year,
  );
  const save = useMutation({
    mutationFn: (body: z.infer<typeof setRecoveryHistory.body>) =>
      call(setRecoveryHistory, { params: { id: leaseId }, body: { ...body, version } }),
    onSuccess: () => {
      toast({ title: "Amounts Saved" });
      onClose();
    },
    onError: (error) => setErrors(getFieldErrors(error)),
    onSettled: useRefetch(leaseKeys.all),
  });
  const submit = () => {
    const input = z.safeParse(setRecoveryHistory.body, {
      ...values,
      poolId: Number(values.poolId),
      year: values.year === "" ? undefined : Number(values.year),
    });
    const found: Record<string, string> = {};
    for (const { path, message } of input.error?.issues ?? []) found[path.join(".")] ??= message;
    setErrors(found);
    if (input.data !== undefined) save.mutate(input.data);
  };
  return (
    <FormDialog
      title="Amounts From Your Previous System"
      description="What another system billed this tenant for operating expenses. Leave amounts empty that the lease doesn't need."
      submitLabel="Save Amounts"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.error !== null && Object.keys(errors).length === 0 && (
        <Banner kind="danger" title="Your changes couldn't be saved">
          {toUserMessage(save.error)}
        </Banner>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Pool" error={errors.poolId} isRequired>
          <Select
            value={values.poolId}
            disabled={row !== undefined}
            options={pools.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ target }) => change({ poolId: target.value })}
          />
        </Field>
        <Field label="Year" hint="The year in which the pool's year starts." error={errors.year} isRequired>
          <Input
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={values.year}
            disabled={row !== undefined}
            onChange={({ target }) => change({ year: target.value })}
          />
        </Field>
        {amountFields.map(({ name, label, hint }) => (
          <Field key={name} label={label} hint={hint} error={errors[name]} isOptional>
            <MoneyInput value={values[name]} onChange={(cents) => change({ [name]: cents })} />
          </Field>
        ))}
      </div>
      {isKnown && (
        <Field label="Reason" hint="Saved in the lease's history." error={errors.reason} isRequired>
          <Textarea
            rows={2}
            maxLength={1_000}
            value={values.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        </Field>
      )}
    </FormDialog>
  );
}
