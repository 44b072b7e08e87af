import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { foldText } from "#shared/fold-text.ts";
import { toastError } from "#web/toast-error.ts";
import { maxBankDepositPayments } from "../../bank-deposits-contract.ts";
import { paymentMethodLabels, receivedMethods } from "../../methods.ts";
import {
  describeSkippedRows,
  type PaymentColumn,
  type ReadPayment,
  type ReadRows,
  readPaymentRows,
} from "../../payment-rows.ts";
import { addPayments, countFreeLines, type GridLines, type PaymentToAdd } from "./add-payments.ts";

/** Pastes payments from a spreadsheet, and says how they were read. */
export function usePaste(grid: GridLines) {
  const [notice, setNotice] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: ({ payments, columns }: ReadRows & { payments: PaymentToAdd[] }) =>
      addPayments(grid, payments, { hasDates: columns.includes("date") }),
    onError: toastError,
  });
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    // A single value is pasted as usual.
    if (!/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    const rows = readPaymentRows(text.split(/\r\n?|\n/).map((row) => row.split("\t")));
    if (rows === undefined || rows.payments.length === 0) {
      setNotice(
        "We couldn't tell which column is the amount. Add a header row, such as Tenant, Amount, Date, and Reference, and paste again.",
      );
      return;
    }
    const payments = rows.payments.slice(0, countFreeLines(grid)).map(withMethod);
    setNotice(describeReading(rows, payments.length));
    add.mutate({ ...rows, payments });
  };
  return { notice, isMatching: add.isPending, handlePaste };
}

/** A method that isn't known is Other. A blank one is that of the line above. */
function withMethod({ writtenMethod = "", ...payment }: ReadPayment): PaymentToAdd {
  if (writtenMethod === "") return payment;
  const method = receivedMethods.find(
    (known) => foldText(paymentMethodLabels[known]) === foldText(writtenMethod.trim()),
  );
  return { ...payment, method: method ?? "other" };
}

const columnNames: Readonly<Record<PaymentColumn, string>> = {
  text: "the tenant",
  amount: "the amount",
  debit: "money paid out",
  date: "the date",
  reference: "the reference",
  method: "the method",
};

/** `Read 10 payments: column 1 is the tenant, column 2 is the amount.` */
function describeReading({ payments, columns, skippedRows }: ReadRows, count: number): string {
  const columnTexts = columns.flatMap((column, index) =>
    column === null ? [] : [`column ${index + 1} is ${columnNames[column]}`],
  );
  const leftOutCount = payments.length - count;
  return [
    `Read ${count === 1 ? "1 payment" : `${count} payments`}: ${columnTexts.join(", ")}.`,
    ...(skippedRows.length === 0 ? [] : [describeSkippedRows(skippedRows, "row")]),
    ...(leftOutCount === 0
      ? []
      : [
          `The last ${leftOutCount} weren't added. A bank deposit can have up to ${maxBankDepositPayments} payments.`,
        ]),
  ].join(" ");
}
