import { useState } from "react";
import { useLocation } from "wouter";
import { buildUrl, call } from "#web/api-client.ts";
import { download } from "#web/download.ts";
import { exportAction, type SelectionAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { countRows, useChangeSelected } from "#web/list/use-change-selected.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useRefetch } from "#web/refetch.ts";
import { useCan } from "#web/session/session.tsx";
import { exportPayments, type Payment } from "../../contract.ts";
import { formatWithFee } from "../../fee.ts";
import { bankDepositPath } from "../../paths.ts";
import { printReceipts } from "../../receipt-contract.ts";
import { resendReceipt } from "../../staff-contract.ts";
import { DepositDialog } from "../bank-deposits/deposit-dialog.tsx";
import { paymentKeys } from "../query-keys.ts";

const nouns = ["receipt", "receipts"] as const;

/** The actions on the selected rows of the payment list. Only known payers get receipts. */
export function SelectedPayments({ selection }: { selection: Selection<Payment> }) {
  const { rows } = selection;
  const { bulkChange, changeSelected } = useChangeSelected<Payment>({
    nouns,
    getCurrent: () => undefined,
    refetch: useRefetch(paymentKeys.payments),
  });
  const [depositedPayments, setDepositedPayments] = useState<readonly Payment[] | null>(null);
  const [, navigate] = useLocation();
  const canRecord = useCan("payments.record");
  const canEmail = useCan("payments.email-receipt");
  const count = countRows(rows.length, nouns);
  const emailReceipts: SelectionAction = {
    label: "Email Receipts",
    question: {
      title: `Email ${count}?`,
      description: "Each receipt goes to the person who paid. A receipt can be sent again up to three times.",
      confirmLabel: "Email Receipts",
    },
    run: () =>
      changeSelected({
        rows,
        change: ({ id }) => call(resendReceipt, { params: { id } }),
        title: "Receipts Sent",
        describe: (sent) => `${sent} emailed.`,
      }),
  };
  const receipts = rows.filter(({ receiptNumber }) => receiptNumber !== null);
  const withoutReceiptCount = rows.length - receipts.length;
  const downloadReceipts: SelectionAction = {
    label: "Download Receipts",
    run: () => download(buildUrl(printReceipts, { query: { ids: toIds(receipts) } })),
    ...(withoutReceiptCount > 0 && {
      question: {
        title: `Download ${countRows(receipts.length, nouns)}?`,
        description: `${countRows(withoutReceiptCount, ["selected row has", "selected rows have"])} no receipt. Only received payments have one.`,
        confirmLabel: "Download Receipts",
      },
    }),
  };
  const addToBankDeposit: SelectionAction = {
    label: "Add to Bank Deposit",
    run: () => setDepositedPayments(rows),
  };
  return (
    <>
      <SelectionBar
        noun="payments"
        position="header"
        selection={selection}
        bulkChange={bulkChange}
        getName={(payment) => `${payment.description}, ${payment.company}, ${formatWithFee(payment)}`}
        actions={[
          ...(canRecord && rows.every(({ canDeposit }) => canDeposit) ? [addToBankDeposit] : []),
          ...(receipts.length > 0 ? [downloadReceipts] : []),
          ...(canEmail && rows.every(hasReceiptToEmail) ? [emailReceipts] : []),
          exportAction(exportPayments, { ids: toIds(rows) }, "the selected payments"),
        ]}
      />
      {depositedPayments !== null && (
        <DepositDialog
          payments={depositedPayments}
          onClose={() => setDepositedPayments(null)}
          onDeposited={({ id }) => {
            setDepositedPayments(null);
            navigate(bankDepositPath(id));
          }}
        />
      )}
    </>
  );
}

const hasReceiptToEmail = ({ receiptNumber, user }: Payment) => receiptNumber !== null && user !== null;
