import { useMutation } from "@tanstack/react-query";
import { type ClipboardEvent, useState } from "react";
import { call } from "#web/api-client.ts";
import { toastError } from "#web/toast-error.ts";
import { maxBankDepositPayments } from "../../bank-deposits-contract.ts";
import { matchPayments } from "../../payment-matches-contract.ts";
import { type PaymentColumn, type ReadRows, readPaymentRows } from "../../payment-rows.ts";
import { createEmptyLine, isEmptyLine, type PaymentLine, toLine } from "./payment-lines.ts";

interface Lines {
  read: () => PaymentLine[];
  write: (lines: PaymentLine[]) => void;
}

/** Pastes payments from a spreadsheet, and says how they were read. */
export function usePaste({ read: readLines, write }: Lines) {
  const [notice, setNotice] = useState<string | null>(null);
  const match = useMutation({
    mutationFn: ({ payments }: ReadRows) =>
      call(matchPayments, {
        body: {
          payments: payments.map(({ text, amountCents }) => ({ text: text.slice(0, 500), amountCents })),
        },
      }),
    onSuccess: (matches, { payments, columns }) => {
      const lines = readLines();
      const emptyLine = createEmptyLine(lines.at(-1) ?? { onDay: "", method: "check" });
      const hasDates = columns.includes("date");
      const newLines = payments.flatMap((payment, index) => {
        const found = matches[index];
        return found === undefined ? [] : [toLine(payment, found, { emptyLine, hasDates })];
      });
      const filledLines = lines.filter((line) => !isEmptyLine(line));
      write([...filledLines, ...newLines, emptyLine].slice(0, maxBankDepositPayments));
    },
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
    const room = maxBankDepositPayments - readLines().filter((line) => !isEmptyLine(line)).length;
    const payments = rows.payments.slice(0, room);
    setNotice(describeReading(rows, payments.length));
    if (payments.length > 0) match.mutate({ ...rows, payments });
  };
  return { notice, isMatching: match.isPending, handlePaste };
}

const columnNames: Readonly<Record<PaymentColumn, string>> = {
  text: "the tenant",
  amount: "the amount",
  debit: "money paid out",
  date: "the date",
  reference: "the reference",
};

/** `Read 10 payments: column 1 is the tenant, column 2 is the amount.` */
function describeReading({ payments, columns, skippedRows }: ReadRows, count: number): string {
  const used = columns.flatMap((column, index) =>
    column === null ? [] : [`column ${index + 1} is ${columnNames[column]}`],
  );
  const left = payments.length - count;
  return [
    `Read ${count === 1 ? "1 payment" : `${count} payments`}: ${used.join(", ")}.`,
    ...(skippedRows === 0
      ? []
      : [`${skippedRows === 1 ? "1 row isn't a payment" : `${skippedRows} rows aren't payments`} received.`]),
    ...(left === 0
      ? []
      : [
          `The last ${left} weren't added. A bank deposit can have up to ${maxBankDepositPayments} payments.`,
        ]),
  ].join(" ");
}
