import * as z from "zod/mini";
import { maxDocumentBytes } from "#domains/documents/kinds.ts";
import { maxAmountCents } from "#domains/leases/terms.ts";
import { countDays } from "#shared/calendar.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, idInPath, idsInQuery, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { billStates } from "./bill-states.ts";
import { vendorName } from "./vendors-contract.ts";

export const maxBillLines = 100;
/** Three years, one of which is a leap year. */
export const maxServiceDays = 1_096;

const amount = "Please enter an amount other than $0.00";

export const billLine = z.object({
  categoryId: z.int("Please select a category").check(z.positive("Please select a category")),
  /** Negative for a credit, such as a tax refund. */
  amountCents: z.int(amount).check(
    z.refine((cents) => cents !== 0, amount),
    z.minimum(-maxAmountCents, "This is more than $100,000,000.00"),
    z.maximum(maxAmountCents, "This is more than $100,000,000.00"),
  ),
  memo: line(0, "", 500),
});

const billFields = {
  vendorId: z.optional(id),
  /** A vendor that doesn't exist yet is added. */
  vendorName: z.optional(vendorName),
  /** The vendor's invoice number. Empty if the bill has none. */
  number: line(0, "", 60),
  billedOn: day("Please enter the date of the bill"),
  /** The first and last day of the service, which the cost belongs to. By default, the month of `billedOn`. */
  serviceFrom: z.optional(day("Please enter the first day of the service")),
  serviceTo: z.optional(day("Please enter the last day of the service")),
  /** 30 days after `billedOn` by default. */
  dueOn: z.optional(day("Please enter the due date")),
  paidOn: z.optional(z.nullable(day("Please enter a valid payment date"))),
  lines: z
    .array(billLine, "Add at least one line.")
    .check(
      z.minLength(1, "Add at least one line."),
      z.maxLength(maxBillLines, `A bill can have up to ${maxBillLines} lines.`),
    ),
  /** Confirms that this isn't a duplicate of a bill with the same vendor, amount, and date. */
  isNotDuplicate: z.optional(z.boolean()),
};

interface ServicePeriod {
  serviceFrom?: string | undefined;
  serviceTo?: string | undefined;
}
export const checkServiceOrder = z.refine<ServicePeriod>(
  ({ serviceFrom, serviceTo }) =>
    serviceFrom === undefined || serviceTo === undefined || serviceTo >= serviceFrom,
  { error: "The last day can't be before the first day", path: ["serviceTo"] },
);
export const checkServiceLength = z.refine<ServicePeriod>(
  ({ serviceFrom, serviceTo }) =>
    serviceFrom === undefined ||
    serviceTo === undefined ||
    countDays(serviceFrom, serviceTo) <= maxServiceDays,
  { error: "A service period can be up to 3 years", path: ["serviceTo"] },
);
const vendorMessage = "Select a vendor or enter a new one";

export const newBill = z
  .object({
    propertyId: z.int("Please select a property").check(z.positive("Please select a property")),
    workOrderId: z.optional(z.nullable(id)),
    ...billFields,
  })
  .check(
    checkServiceOrder,
    checkServiceLength,
    z.refine((bill) => bill.vendorId !== undefined || bill.vendorName !== undefined, {
      error: vendorMessage,
      path: ["vendorId"],
    }),
  );
export type NewBill = z.output<typeof newBill>;

const named = z.object({ id: z.number(), name: z.string() });

const billSummary = z.object({
  id: z.number(),
  property: named,
  vendor: named,
  number: z.string(),
  billedOn: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  dueOn: z.string(),
  paidOn: z.nullable(z.string()),
  state: z.enum(billStates),
  /** Negative for a credit. */
  totalCents: z.number(),
  hasFile: z.boolean(),
  version: z.number(),
});

export const billRow = z.extend(billSummary, {
  /** The categories of its lines, each once. */
  categories: z.array(z.string()),
});
export type BillRow = z.infer<typeof billRow>;

export const bill = z.extend(billSummary, {
  lines: z.array(
    z.object({
      categoryId: z.number(),
      category: z.string(),
      amountCents: z.number(),
      memo: z.string(),
    }),
  ),
  workOrder: z.nullable(z.object({ id: z.number(), title: z.string() })),
  file: z.nullable(z.object({ name: z.string(), mediaType: z.string(), bytes: z.number() })),
  voided: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type Bill = z.infer<typeof bill>;

/** `valid`: all except voided bills. */
export const billFilterStates = ["valid", "overdue", ...billStates] as const;

const filters = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
  propertyId: z.optional(idInPath),
  vendorId: z.optional(idInPath),
  categoryId: z.optional(idInPath),
  workOrderId: z.optional(idInPath),
  state: z._default(
    z.enum(billFilterStates, `state must be one of ${billFilterStates.join(", ")}.`),
    "valid",
  ),
  ids: z.optional(idsInQuery),
  /** Bills with a day of service from `from` to `to`. */
  from: z.optional(day("from must be a date (YYYY-MM-DD).")),
  to: z.optional(day("to must be a date (YYYY-MM-DD).")),
};

export const listBills = endpoint({
  method: "GET",
  path: "/api/bills",
  action: "expenses.read",
  summary: "List bills you can access, newest first; from and to filter by days of service",
  query: z.object({ ...paging, ...filters }),
  response: z.array(billRow),
});

export const exportBills = csvEndpoint(listBills);

export const sumBills = endpoint({
  method: "GET",
  path: "/api/bills/totals",
  action: "expenses.read",
  summary: "Get the totals of the bills in a list; with categoryId, those of the lines in the category",
  query: z.object(filters),
  response: z.object({ totalCents: z.number(), unpaidCents: z.number() }),
});

export const readBill = endpoint({
  method: "GET",
  path: "/api/bills/:id",
  action: "expenses.read",
  summary: "Get one bill with its lines",
  params: byId,
  response: bill,
});

export const createBill = endpoint({
  method: "POST",
  path: "/api/bills",
  action: "expenses.write",
  summary: "Enter a bill; isNotDuplicate confirms a bill with the vendor, amount, and date of another one",
  body: newBill,
  response: bill,
  status: 201,
});

const version = z.optional(z.int());

export const editBill = endpoint({
  method: "PATCH",
  path: "/api/bills/:id",
  action: "expenses.write",
  summary: "Update a bill; lines replaces all of its lines",
  params: byId,
  versioned: true,
  body: z.extend(z.partial(z.object(billFields)), { version }),
  response: bill,
});

export const voidBill = endpoint({
  method: "POST",
  path: "/api/bills/:id/void",
  action: "expenses.write",
  summary: "Void a bill that was entered by mistake; it stays with the reason",
  params: byId,
  versioned: true,
  body: z.object({ reason: text(3, "Please enter a reason (at least 3 characters)", 500), version }),
  response: bill,
});

export const storeBillFile = endpoint({
  method: "PUT",
  path: "/api/bills/:id/file",
  action: "expenses.write",
  summary: "Add the vendor's document to a bill, or replace it (multipart)",
  ignoresIdempotencyKey: true,
  params: byId,
  body: z.object({}),
  files: { name: "file", maxCount: 1, maxBytes: maxDocumentBytes },
  response: bill,
});

export const readBillFile = endpoint({
  method: "GET",
  path: "/api/bills/:id/file",
  action: "expenses.read",
  summary: "Download the vendor's document of a bill; supports Range",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});
