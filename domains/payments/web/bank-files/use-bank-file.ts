import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, toUserMessage } from "#web/api-client.ts";
import { maxBankDepositPayments } from "../../bank-deposits-contract.ts";
import {
  type BankLine,
  type CheckedBankLine,
  checkBankLines,
  maxBankLines,
  restoreBankLine,
} from "../../bank-lines-contract.ts";
import { matchPayments } from "../../payment-matches-contract.ts";
import { createEmptyLine, isEmptyLine, type PaymentLine, toLine } from "../bank-deposits/payment-lines.ts";
import { BankFileError } from "./bank-file.ts";
import type { BankPayment } from "./read-bank-file.ts";

interface Lines {
  read: () => PaymentLine[];
  write: (lines: PaymentLine[]) => void;
}

/** A line of the file that was set aside earlier, with the reason. */
export interface SetAsideLine {
  payment: BankPayment;
  reason: string;
}

export interface OpenedFile {
  name: string;
  accountNumber: string;
  payments: BankPayment[];
  lines: CheckedBankLine[];
  skippedRows: number;
  /** The account of the person's last bank file, if this one is of another. Its last four digits. */
  otherAccount: string | null;
}

/** Adds the payments of a bank's file to the grid, without those recorded or set aside, and says how it was read. */
export function useBankFile({ read: readLines, write }: Lines) {
  const [notice, setNotice] = useState<string | null>(null);
  const [setAside, setSetAside] = useState<SetAsideLine[]>([]);
  const [question, setQuestion] = useState<OpenedFile | null>(null);

  const addPayments = async (accountNumber: string, payments: readonly BankPayment[]): Promise<number> => {
    const lines = readLines().filter((line) => !isEmptyLine(line));
    const listedIds = new Set(lines.map(({ bankLine }) => bankLine?.lineId));
    const added = payments
      .filter(({ lineId }) => !listedIds.has(lineId))
      .slice(0, maxBankDepositPayments - lines.length);
    if (added.length === 0) return 0;
    const matches = await call(matchPayments, {
      body: { payments: added.map(({ text, amountCents }) => ({ text: text.slice(0, 500), amountCents })) },
    });
    const emptyLine = createEmptyLine(readLines().at(-1) ?? { onDay: "", method: "check" });
    const newLines = added.flatMap((payment, index): PaymentLine[] => {
      const match = matches[index];
      if (match === undefined) return [];
      const line = toLine(payment, match, {
        emptyLine: { ...emptyLine, method: "bank_transfer" },
        hasDates: true,
      });
      return [{ ...line, bankLine: { accountNumber, lineId: payment.lineId } }];
    });
    write([...lines, ...newLines, emptyLine].slice(0, maxBankDepositPayments));
    return added.length;
  };
  const addFile = useMutation({
    mutationFn: async (file: OpenedFile) => {
      const isNew = (_: BankPayment, index: number) => file.lines[index]?.state === "new";
      setNotice(describeFile(file, await addPayments(file.accountNumber, file.payments.filter(isNew))));
      setSetAside(
        file.payments.flatMap((payment, index) => {
          const line = file.lines[index];
          return line?.state === "set-aside" ? [{ payment, reason: line.reason ?? "" }] : [];
        }),
      );
    },
    onError: (error) => setNotice(toUserMessage(error)),
  });
  const openFile = useMutation({
    mutationFn: async (file: File): Promise<OpenedFile> => {
      const { readBankFile } = await import("./read-bank-file.ts");
      const { accountNumber, payments, skippedRows } = readBankFile(await readBytes(file));
      if (payments.length > maxBankLines)
        throw new BankFileError(
          `This file has more than ${maxBankLines.toLocaleString("en-US")} payments received. Download a shorter period.`,
        );
      const checked = await call(checkBankLines, {
        body: { accountNumber, lineIds: payments.map(({ lineId }) => lineId) },
      });
      return { name: file.name, accountNumber, payments, skippedRows, ...checked };
    },
    onSuccess: (file) => (file.otherAccount === null ? addFile.mutate(file) : setQuestion(file)),
    onError: (error) => setNotice(error instanceof BankFileError ? error.message : toUserMessage(error)),
  });
  const restore = useMutation({
    mutationFn: async ({ payment }: SetAsideLine) => {
      const accountNumber = addFile.variables?.accountNumber ?? "";
      await call(restoreBankLine, { body: { accountNumber, lineId: payment.lineId } });
      await addPayments(accountNumber, [payment]);
    },
    onSuccess: (_, line) => setSetAside((lines) => lines.filter((other) => other !== line)),
    onError: (error) => setNotice(toUserMessage(error)),
  });
  return {
    notice,
    setAside,
    question,
    isReading: openFile.isPending || addFile.isPending,
    openFile: openFile.mutate,
    restore: restore.mutate,
    answer: (isConfirmed: boolean) => {
      if (isConfirmed && question !== null) addFile.mutate(question);
      setQuestion(null);
    },
  };
}

const readBytes = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** The last four digits of an account. */
export const getAccountEnding = ({ accountNumber }: Pick<BankLine, "accountNumber">): string =>
  accountNumber.replace(/\W/g, "").slice(-4);

/** `Added 3 payments of january.ofx, account ending in 6789. 2 lines aren't payments received.` */
function describeFile({ name, accountNumber, lines, skippedRows }: OpenedFile, count: number): string {
  const countLines = (state: CheckedBankLine["state"]) => lines.filter((line) => line.state === state).length;
  const recordedCount = countLines("recorded");
  const leftCount = countLines("new") - count;
  const receipts = lines.flatMap(({ receiptNumber }) => (receiptNumber === null ? [] : [receiptNumber]));
  const account = accountNumber === "" ? "" : `, account ending in ${getAccountEnding({ accountNumber })}`;
  return [
    `Added ${count === 1 ? "1 payment" : `${count} payments`} of ${name}${account}.`,
    ...(skippedRows === 0
      ? []
      : [
          `${skippedRows === 1 ? "1 line isn't a payment" : `${skippedRows} lines aren't payments`} received.`,
        ]),
    ...(recordedCount === 0
      ? []
      : [
          `${recordedCount === 1 ? "1 was" : `${recordedCount} were`} recorded before${receipts.length === 1 ? `, receipt ${receipts[0]}` : ""}.`,
        ]),
    ...(leftCount === 0
      ? []
      : [`${leftCount} more don't fit or are listed already. Record these first, then open the file again.`]),
  ].join(" ");
}
