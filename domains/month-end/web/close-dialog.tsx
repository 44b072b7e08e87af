import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type MonthCheckName, monthChecks } from "../checks.ts";
import type { MonthChecklist } from "../contract.ts";
import { closeMonth, type MonthCheck } from "../contract.ts";
import { monthsKey } from "./queries.ts";

export interface MonthDialogProps {
  propertyId: number;
  checklist: MonthChecklist;
  onClose: () => void;
}

/** Closes a month. Every open check must be accepted, except unposted charges, which block closing. */
export function CloseDialog({ propertyId, checklist, onClose }: MonthDialogProps) {
  const { month, property, closesFrom, entries, debitCents, checks } = checklist;
  const [accepted, setAccepted] = useState<readonly MonthCheckName[]>([]);
  const [isAcceptanceMissing, setIsAcceptanceMissing] = useState(false);
  const title = formatMonth(`${month}-01`);
  const openChecks = checks.filter(({ count }) => count > 0);
  const blocking = openChecks.filter(({ name }) => monthChecks[name].isBlocking);
  const warnings = openChecks.filter(({ name }) => !monthChecks[name].isBlocking);
  const save = useMutation({
    mutationFn: () =>
      call(closeMonth, { params: { id: propertyId, month }, body: { accepted: [...accepted] } }),
    onSuccess: () => {
      toast({
        title: "Month Closed",
        description: `Entries can no longer be dated in ${title} at ${property}.`,
      });
      onClose();
    },
    onSettled: useRefetch(monthsKey),
  });
  const submit = () =>
    warnings.every(({ name }) => accepted.includes(name)) ? save.mutate() : setIsAcceptanceMissing(true);
  return (
    <FormDialog
      title={`Close ${title} at ${property}?`}
      description={`${entries === 1 ? "1 ledger entry" : `${entries.toLocaleString("en-US")} ledger entries`} with ${formatCents(toCents(debitCents))} of debits and credits in ${title} can't change afterward. Only an administrator can reopen the month.`}
      submitLabel={`Close ${title}`}
      busyLabel="Closing..."
      isBusy={save.isPending}
      isDisabled={blocking.length > 0}
      onClose={onClose}
      onSubmit={submit}
    >
      {save.error !== null && <Banner kind="danger" title={toUserMessage(save.error)} />}
      {closesFrom !== null && (
        <p>{`This also closes the months before it, from ${formatMonth(`${closesFrom}-01`)} on.`}</p>
      )}
      {blocking.map((check) => (
        <Banner key={check.name} kind="danger" title={describeOpen(check)}>
          {monthChecks[check.name].open}
        </Banner>
      ))}
      {warnings.length > 0 && (
        <fieldset className="space-y-1">
          <legend className="mb-1 font-medium">Still open. Close anyway?</legend>
          {warnings.map((check) => (
            <Checkbox
              key={check.name}
              label={describeOpen(check)}
              checked={accepted.includes(check.name)}
              onChange={({ target }) =>
                setAccepted(
                  target.checked ? [...accepted, check.name] : accepted.filter((name) => name !== check.name),
                )
              }
            />
          ))}
          {isAcceptanceMissing && (
            <p role="alert" className="text-red-text text-sm">
              Select each open check to accept it, or cancel and resolve it first.
            </p>
          )}
        </fieldset>
      )}
    </FormDialog>
  );
}

const describeOpen = ({ name, count, cents }: MonthCheck): string =>
  `${monthChecks[name].label}: ${count.toLocaleString("en-US")}${cents === null ? "" : ` (${formatCents(toCents(cents))})`}`;
