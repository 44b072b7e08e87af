import type { ImportKind } from "./import-kind.ts";
import { categoryColumn, formatDollars, propertyColumn } from "./shared-columns.ts";

export const vendorsKind: ImportKind = {
  label: "Vendors",
  noun: { singular: "vendor", plural: "vendors" },
  purpose: "The companies that send you bills. All properties share them.",
  columns: [
    {
      field: "name",
      header: "Name",
      otherNames: ["Vendor", "Vendor name", "Payee", "Payee name", "Company", "Company name", "Supplier"],
      isRequired: true,
      acceptedValues: "Up to 200 characters. Bills refer to the vendor by this name.",
      examples: ["Puget Mechanical", "Evergreen Landscape"],
    },
    {
      field: "contactName",
      header: "Contact",
      otherNames: ["Contact name", "Contact person", "Primary contact", "Attention"],
      isRequired: false,
      acceptedValues: "Up to 120 characters, or blank.",
      examples: ["Dana Ruiz", ""],
    },
    {
      field: "email",
      header: "Email",
      otherNames: ["Email address", "Vendor email", "Main email", "Contact email"],
      isRequired: false,
      acceptedValues: "An email address, or blank.",
      examples: ["dispatch@puget.example", ""],
    },
    {
      field: "phone",
      header: "Phone",
      otherNames: ["Phone number", "Telephone", "Vendor phone", "Main phone", "Work phone", "Contact phone"],
      isRequired: false,
      acceptedValues: "Up to 40 characters, or blank.",
      examples: ["206-555-0101", ""],
    },
    {
      field: "notes",
      header: "Notes",
      otherNames: ["Note", "Comments", "Comment", "Remarks", "Memo", "Description"],
      isRequired: false,
      acceptedValues: "Up to 2,000 characters, or blank.",
      examples: ["HVAC contract until 2028", ""],
    },
  ],
};

const date = (
  field: string,
  header: string,
  otherNames: readonly string[],
  { acceptedValues, example }: { acceptedValues: string; example: string },
) =>
  ({
    field,
    header,
    otherNames,
    type: "day",
    isRequired: false,
    acceptedValues,
    examples: [example, example],
  }) as const;

export const billsKind: ImportKind = {
  label: "Bills",
  noun: { singular: "bill line", plural: "bill lines" },
  purpose:
    "Bills from vendors, one line per row. Rows with the same vendor and number are one bill. New vendors are added automatically.",
  maxRows: 20_000,
  columns: [
    propertyColumn,
    {
      field: "vendorName",
      header: "Vendor",
      otherNames: ["Vendor name", "Payee", "Payee name", "Supplier", "Supplier name", "Paid to"],
      isRequired: true,
      acceptedValues: "The vendor's name. A vendor that doesn't exist yet is added.",
      examples: ["Puget Mechanical", "Puget Mechanical"],
    },
    {
      field: "number",
      header: "Bill number",
      otherNames: [
        "Bill #",
        "Bill no.",
        "Invoice",
        "Invoice #",
        "Invoice no.",
        "Invoice number",
        "Inv #",
        "Reference",
        "Reference number",
        "Ref",
        "Num",
        "Document number",
      ],
      isRequired: false,
      acceptedValues:
        "The vendor's invoice number, up to 60 characters. A row without a number is a bill of its own.",
      examples: ["INV-1042", "INV-1042"],
    },
    {
      ...date("billedOn", "Bill date", ["Invoice date", "Date", "Transaction date", "Document date"], {
        acceptedValues: "YYYY-MM-DD, such as 2026-01-31, or M/D/YYYY, such as 1/31/2026.",
        example: "2026-03-05",
      }),
      isRequired: true,
    },
    date(
      "serviceFrom",
      "Service from",
      ["Service start", "Service start date", "Period from", "Period start"],
      {
        acceptedValues: "The first day of the service. Blank means the first day of the bill date's month.",
        example: "2026-03-01",
      },
    ),
    date("serviceTo", "Service to", ["Service end", "Service end date", "Period to", "Period end"], {
      acceptedValues:
        "The last day of the service. Blank means the last day of the month in which it starts.",
      example: "2026-03-31",
    }),
    date("dueOn", "Due date", ["Due", "Due on", "Date due", "Payment due"], {
      acceptedValues: "Blank means 30 days after the bill date.",
      example: "2026-04-04",
    }),
    date("paidOn", "Paid on", ["Paid", "Paid date", "Date paid", "Payment date", "Check date"], {
      acceptedValues: "The payment date. Blank means unpaid.",
      example: "",
    }),
    categoryColumn,
    {
      field: "amount",
      header: "Amount",
      otherNames: ["Line amount", "Bill amount", "Invoice amount", "Net amount", "Total"],
      type: "money",
      isRequired: true,
      acceptedValues: "The amount of the line in US dollars. A negative amount is a credit.",
      examples: ["1,250.00", "-150.00"],
      storedAs: "amountCents",
      format: formatDollars,
    },
    {
      field: "memo",
      header: "Memo",
      otherNames: ["Description", "Line description", "Notes", "Note", "Comment", "Details"],
      isRequired: false,
      acceptedValues: "Up to 500 characters, or blank.",
      examples: ["Spring inspection", "Credit for a missed visit"],
    },
  ],
};
