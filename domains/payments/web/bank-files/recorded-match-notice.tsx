import { useMutation } from "@tanstack/react-query";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { linkBankLine, type RecordedMatch } from "../../bank-lines-contract.ts";
import type { PaymentLine } from "../bank-deposits/payment-lines.ts";
import { paymentKeys } from "../query-keys.ts";

interface RecordedMatchNoticeProps {
  line: PaymentLine;
  match: RecordedMatch;
  onLinked: () => void;
  onDifferent: () => void;
}

/** Says that a line of a bank file is already recorded. The user links the line, or says that it isn't. */
export function RecordedMatchNotice({ line, match, onLinked, onDifferent }: RecordedMatchNoticeProps) {
  const refetch = useRefetch(ledgerKeys.amounts, paymentKeys.bankDeposits);
  const link = useMutation({
    mutationFn: async () => {
      const { bankLine, onDay } = line;
      if (bankLine === undefined || match.kind === "report") return;
      await call(linkBankLine, { body: { ...bankLine, onDay, kind: match.kind, id: match.id } });
    },
    onSuccess: () => {
      void refetch();
      toast({ title: "Line Linked", description: line.text });
      onLinked();
    },
    onError: toastError,
  });
  return (
    <div className="mt-1 text-sm">
      <p className="text-red-text">{`Already ${match.description}.`}</p>
      <div className="flex flex-wrap gap-x-3">
        {match.kind === "report" ? (
          <span className="text-ink-soft">Approve the report instead.</span>
        ) : (
          <Button
            size="sm"
            variant="link"
            isBusy={link.isPending}
            busyLabel="Linking..."
            onClick={() => link.mutate()}
          >
            {match.kind === "payment" ? "Link to This Payment" : "Link to This Deposit"}
          </Button>
        )}
        <Button size="sm" variant="link" onClick={onDifferent}>
          Different Payment
        </Button>
      </div>
    </div>
  );
}
