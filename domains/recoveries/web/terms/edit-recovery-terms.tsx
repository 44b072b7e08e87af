import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { leaseKeys } from "#domains/leases/web/query-keys.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { useRefetch } from "#web/refetch.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { addRecoveryTerms, type RecoveryTermsDetails } from "../../contract.ts";
import { PoolFields } from "./pool-fields.tsx";
import { type PoolValues, toRecoveryInput, toRecoveryValues } from "./recovery-values.ts";

interface EditRecoveryTermsProps {
  details: RecoveryTermsDetails;
  onClose: () => void;
}

/** The form for recovery terms from an effective date, with a rule for each pool. Starts with the current terms. */
export function EditRecoveryTerms({ details, onClose }: EditRecoveryTermsProps) {
  const { leaseId, leaseFrom, versions, current, pools, company, version } = details;
  const saved = versions.find(({ number }) => number === current);
  const [values, setValues] = useState(() => toRecoveryValues(saved?.terms, saved?.from ?? leaseFrom, pools));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const save = useMutation({
    mutationFn: (body: z.infer<typeof addRecoveryTerms.body>) =>
      call(addRecoveryTerms, { params: { id: leaseId }, body: { ...body, version } }),
    onSuccess: () => {
      toast({
        title: "Recovery Terms Saved",
        description: `They apply to ${company} starting ${formatCalendarDay(values.from)}.`,
      });
      onClose();
    },
    onError: (error) => setErrors(getFieldErrors(error)),
    onSettled: useRefetch(leaseKeys.all),
  });
  const submit = () => {
    const input = z.safeParse(addRecoveryTerms.body, toRecoveryInput(values));
    const found: Record<string, string> = {};
    for (const { path, message } of input.error?.issues ?? []) found[path.join(".")] ??= message;
    setErrors(found);
    if (input.data !== undefined) save.mutate(input.data);
  };
  const changePool = (index: number, change: Partial<PoolValues>) =>
    setValues((previous) => ({
      ...previous,
      pools: previous.pools.map((pool, at) => (at === index ? { ...pool, ...change } : pool)),
    }));
  const findError = (path: string) =>
    errors[path] ?? Object.entries(errors).find(([other]) => other.startsWith(`${path}.`))?.[1];
  // A pool without a rule isn't sent, so an error's index counts only the pools with rules.
  const decided = values.pools.filter(({ share }) => share !== "undecided");
  return (
    <FormDialog
      size="sheet"
      title="Recovery Terms"
      description={`How ${company} shares operating expenses from the effective date.`}
      submitLabel="Save Terms"
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div ref={fields} className="@container space-y-5">
        {errors.terms === undefined ? (
          save.error !== null &&
          Object.keys(errors).length === 0 && (
            <Banner kind="danger" title="Your changes couldn't be saved">
              {toUserMessage(save.error)}
            </Banner>
          )
        ) : (
          <Banner kind="danger" title={errors.terms} />
        )}
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field
            label="Effective date"
            hint={`The lease starts ${formatCalendarDay(leaseFrom)}. The date can be in the past.`}
            error={errors.from}
            isRequired
          >
            <Input
              type="date"
              value={values.from}
              onChange={({ target }) => setValues({ ...values, from: target.value })}
            />
          </Field>
          {versions.length > 0 && (
            <Field
              label="Reason"
              hint="Saved with the terms and visible to the tenant."
              error={errors.reason}
              isRequired
            >
              <Textarea
                rows={2}
                maxLength={1_000}
                value={values.reason}
                onChange={({ target }) => setValues({ ...values, reason: target.value })}
              />
            </Field>
          )}
        </div>
        {pools.map((pool, index) => {
          const pooled = values.pools[index];
          if (pooled === undefined) return null;
          const at = decided.indexOf(pooled);
          return (
            <PoolFields
              key={pool.id}
              pool={pool}
              values={pooled}
              getError={(field) => (at === -1 ? undefined : findError(`terms.pools.${at}.${field}`))}
              onChange={(change) => changePool(index, change)}
            />
          );
        })}
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field
            label="Statement due"
            hint="Days after the end of the year."
            error={errors["terms.statementDueDays"]}
            isOptional
          >
            <Input
              inputMode="numeric"
              maxLength={4}
              value={values.statementDueDays}
              onChange={({ target }) => setValues({ ...values, statementDueDays: target.value })}
            />
          </Field>
          <Field
            label="Audit window"
            hint="Days the tenant has to question a statement."
            error={errors["terms.auditWindowDays"]}
            isOptional
          >
            <Input
              inputMode="numeric"
              maxLength={4}
              value={values.auditWindowDays}
              onChange={({ target }) => setValues({ ...values, auditWindowDays: target.value })}
            />
          </Field>
        </div>
      </div>
    </FormDialog>
  );
}
