import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { addDays, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { localToday } from "#web/local-today.ts";
import type { Bill, newBill } from "../../contract.ts";

/** A line of the form. The category and the amount are null until they're entered. */
export interface LineValues {
  categoryId: number | null;
  amountCents: number | null;
  memo: string;
}

/** The values of the bill form. A null property isn't selected yet. */
export interface BillValues {
  propertyId: number | null;
  /** Vendors are selected by name. The server's error is at this field. */
  vendorId?: number;
  vendorName: string;
  number: string;
  billedOn: string;
  serviceFrom: string;
  serviceTo: string;
  dueOn: string;
  paidOn: string | null;
  workOrderId: number | null;
  lines: LineValues[];
  isNotDuplicate: boolean;
}
export type BillForm = UseFormReturn<BillValues, unknown, z.output<typeof newBill>>;

export const emptyLine: LineValues = { categoryId: null, amountCents: null, memo: "" };

export const isEmptyLine = ({ categoryId, amountCents, memo }: LineValues): boolean =>
  categoryId === null && amountCents === null && memo.trim() === "";

export const sumLines = (lines: readonly LineValues[]): number =>
  lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

/** Returns the dates that are proposed for a bill of this date. */
export const proposeDates = (billedOn: string) => ({
  serviceFrom: monthStart(billedOn),
  serviceTo: monthEnd(billedOn),
  dueOn: addDays(billedOn, 30),
});

export interface BillStart {
  propertyId?: number | null;
  workOrder?: { id: number; title: string };
}

export const createBillValues = ({ propertyId = null, workOrder }: BillStart): BillValues => ({
  propertyId,
  vendorName: "",
  number: "",
  billedOn: localToday(),
  ...proposeDates(localToday()),
  paidOn: null,
  workOrderId: workOrder?.id ?? null,
  lines: [{ ...emptyLine, memo: workOrder?.title ?? "" }],
  isNotDuplicate: false,
});

export const toBillValues = (bill: Bill): BillValues => ({
  propertyId: bill.property.id,
  vendorName: bill.vendor.name,
  number: bill.number,
  billedOn: bill.billedOn,
  serviceFrom: bill.serviceFrom,
  serviceTo: bill.serviceTo,
  dueOn: bill.dueOn,
  paidOn: bill.paidOn,
  workOrderId: bill.workOrder?.id ?? null,
  lines: bill.lines.map(({ categoryId, amountCents, memo }) => ({ categoryId, amountCents, memo })),
  isNotDuplicate: false,
});

export const billLabels = {
  vendorName: "Vendor",
  number: "Number",
  billedOn: "Bill date",
  serviceFrom: "Service from",
  serviceTo: "Service to",
  dueOn: "Due on",
  paidOn: "Paid on",
  lines: "Lines",
} as const;

const formatDate = (day: string | null) => (day === null || day === "" ? "" : formatCalendarDay(day));

/** Returns the values in readable form, to compare two versions. */
export const toTexts = (values: BillValues, categories: readonly { id: number; name: string }[]) => ({
  vendorName: values.vendorName,
  number: values.number,
  billedOn: formatDate(values.billedOn),
  serviceFrom: formatDate(values.serviceFrom),
  serviceTo: formatDate(values.serviceTo),
  dueOn: formatDate(values.dueOn),
  paidOn: formatDate(values.paidOn),
  lines: values.lines
    .map(({ categoryId, amountCents, memo }) =>
      [categories.find(({ id }) => id === categoryId)?.name, formatCents(toCents(amountCents ?? 0)), memo]
        .filter(Boolean)
        .join(" "),
    )
    .join("; "),
});
