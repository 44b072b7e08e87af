import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, toUserMessage } from "#web/api-client.ts";
import {
  type CheckedBankLine,
  checkBankLines,
  maxBankLines,
  restoreBankLine,
} from "../../bank-lines-contract.ts";
import { describeSkippedRows } from "../../payment-rows.ts";
import {
  addPayments,
  countFreeLines,
  type GridLines,
  type PaymentToAdd,
  readFilledLines,
} from "../bank-deposits/add-payments.ts";
import { BankFileError } from "./bank-file.ts";
import type { BankPayment, ReadBankFile } from "./read-bank-file.ts";
import { readMethod } from "./read-method.ts";

/** A line of the file that was set aside earlier. */
export interface SetAsideLine {
  payment: BankPayment;
  /** Null if someone else set it aside. Only they can restore it. */
  reason: string | null;
}

interface OpenedFile extends ReadBankFile {
  name: string;
}
interface CheckedFile extends OpenedFile {
  lines: CheckedBankLine[];
  /** The last four digits of its account. */
  accountEnding: string;
  /** The last four digits in the user's previous bank file if they've never used this account. */
  otherAccount: string | null;
}

/** A question to answer before the payments of a file are added. */
type Question = { kind: "which-account"; file: OpenedFile } | { kind: "other-account"; file: CheckedFile };

/** Adds the new payments in a bank file to the grid and describes the result. */
export function useBankFile(grid: GridLines) {
  const [notice, setNotice] = useState<string | null>(null);
  const [setAside, setSetAside] = useState<SetAsideLine[]>([]);
  const [question, setQuestion] = useState<Question | null>(null);
  const showError = (error: unknown) =>
    setNotice(error instanceof BankFileError ? error.message : toUserMessage(error));

  const addFile = useMutation({
    mutationFn: async (file: CheckedFile) => {
      const { accountNumber, payments, lines } = file;
      const listedLines = new Set(readFilledLines(grid).map(({ bankLine }) => JSON.stringify(bankLine)));
      const newPayments = payments
        .filter((_, index) => lines[index]?.state === "new")
        .map((payment) => toPaymentToAdd(accountNumber, payment))
        .filter(({ bankLine }) => !listedLines.has(JSON.stringify(bankLine)))
        .slice(0, countFreeLines(grid));
      await addPayments(grid, newPayments, { hasDates: true });
      setNotice(describeFile(file, newPayments.length));
      setSetAside(
        payments.flatMap((payment, index) => {
          const line = lines[index];
          return line?.state === "set-aside" ? [{ payment, reason: line.reason }] : [];
        }),
      );
    },
    onError: showError,
  });
  const checkFile = useMutation({
    mutationFn: async (file: OpenedFile): Promise<CheckedFile> => ({
      ...file,
      ...(await call(checkBankLines, {
        body: {
          accountNumber: file.accountNumber,
          lineIds: file.payments.map(({ lineId }) => lineId),
        },
      })),
    }),
    onSuccess: (file) =>
      file.otherAccount === null ? addFile.mutate(file) : setQuestion({ kind: "other-account", file }),
    onError: showError,
  });
  const openFile = useMutation({
    mutationFn: async (file: File): Promise<OpenedFile> => {
      const { readBankFile } = await import("./read-bank-file.ts");
      const bankFile = readBankFile(new Uint8Array(await file.arrayBuffer()));
      if (bankFile.payments.length > maxBankLines)
        throw new BankFileError(
          `This file has more than ${maxBankLines.toLocaleString("en-US")} payments received. Download a shorter period.`,
        );
      return { ...bankFile, name: file.name };
    },
    onSuccess: (file) =>
      file.accountNumber === "" ? setQuestion({ kind: "which-account", file }) : checkFile.mutate(file),
    onError: showError,
  });
  const restore = useMutation({
    mutationFn: async ({ payment }: SetAsideLine) => {
      const { bankLine, ...rest } = toPaymentToAdd(addFile.variables?.accountNumber ?? "", payment);
      await call(restoreBankLine, { body: bankLine });
      if (countFreeLines(grid) > 0) await addPayments(grid, [{ ...rest, bankLine }], { hasDates: true });
    },
    onSuccess: (_, line) => setSetAside((lines) => lines.filter((other) => other !== line)),
    onError: showError,
  });
  return {
    notice,
    setAside,
    question,
    isReading: openFile.isPending || checkFile.isPending || addFile.isPending,
    openFile: openFile.mutate,
    restore: restore.mutate,
    cancel: () => setQuestion(null),
    confirmAccount: (file: CheckedFile) => {
      setQuestion(null);
      addFile.mutate(file);
    },
    setAccount: (file: OpenedFile, accountNumber: string) => {
      setQuestion(null);
      checkFile.mutate({ ...file, accountNumber });
    },
  };
}

const toPaymentToAdd = (accountNumber: string, { lineId, ...payment }: BankPayment) =>
  ({
    ...payment,
    method: readMethod(payment.text),
    bankLine: { accountNumber, lineId },
  }) satisfies PaymentToAdd;

/** `Added 3 payments from january.ofx, account ending in 6789. 1 line isn't a payment received: “Service fee -$12.00”.` */
function describeFile({ name, accountEnding, lines, skippedRows }: CheckedFile, count: number): string {
  const recordedLines = lines.filter(({ state }) => state === "recorded");
  const receipts = recordedLines.flatMap(({ receiptNumber }) =>
    receiptNumber === null ? [] : [receiptNumber],
  );
  const leftCount = lines.filter(({ state }) => state === "new").length - count;
  return [
    `Added ${count === 1 ? "1 payment" : `${count} payments`} from ${name}, account ending in ${accountEnding}.`,
    ...(skippedRows.length === 0 ? [] : [describeSkippedRows(skippedRows, "line")]),
    ...(recordedLines.length === 0
      ? []
      : [
          `${recordedLines.length === 1 ? "1 was" : `${recordedLines.length} were`} already recorded${receipts.length === 1 ? `, receipt ${receipts[0]}` : ""}.`,
        ]),
    ...(leftCount === 0
      ? []
      : [`${leftCount} more don't fit or are already listed. Record these first, then open the file again.`]),
  ].join(" ");
}
