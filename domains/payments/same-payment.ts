import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";

/** A recorded payment with the lease, method, amount, and reference of another one. */
export const samePayment = z.object({
  paymentId: z.number(),
  receiptNumber: z.number(),
  /** `YYYY-MM-DD` at the property. */
  recordedOn: z.string(),
  recordedBy: z.nullable(z.string()),
});
export type SamePayment = z.infer<typeof samePayment>;

/** Returns `recorded on Nov 28, 2026 by Lena Landlord, receipt 12`. */
export const describeSamePayment = ({ receiptNumber, recordedOn, recordedBy }: SamePayment): string =>
  `recorded on ${formatCalendarDay(recordedOn)}${recordedBy === null ? "" : ` by ${recordedBy}`}, receipt ${receiptNumber}`;
