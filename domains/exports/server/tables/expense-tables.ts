import { common, file, leftOut, searchIndex, type TableDecisions } from "./table-decisions.ts";

const { id, property_id, work_order_id, created_by_id, created_at, media_type, bytes, sha256, version } =
  common;
const category_id = "The category: id in expense-categories.csv.";
const pool_id = "The pool: id in expense-pools.csv.";
const archived_at = "When it was archived.";
const year = "The calendar year.";

/** Operating expenses. */
export const expenseTables = {
  expense_pools: {
    about: "The groups of expense categories that are recovered from tenants together.",
    columns: {
      id,
      name: "Its name.",
      estimate_kind: "The type of monthly charge that is its estimate.",
      position: "Its place in lists.",
      version,
    },
  },
  property_pools: {
    about: "The years of expense pools at properties, if they don't start in January.",
    columns: {
      property_id,
      pool_id,
      period_start_month: "The month in which the year starts, from 1.",
    },
  },
  expense_categories: {
    about: "The categories of operating expenses.",
    columns: {
      id,
      name: "Its name.",
      account_code: "Its account in the accounting system.",
      pool_id,
      is_recoverable: "Whether tenants can be charged for it.",
      is_controllable: "Whether caps on controllable expenses apply to it.",
      varies_with_occupancy: "Whether its cost rises with the occupied area.",
      is_capital: "Whether it is a capital expense.",
      archived_at,
      version,
    },
  },
  vendors: {
    about: "The companies that send bills.",
    columns: {
      id,
      name: "Its name.",
      contact_name: "The person to contact.",
      email: "The email address.",
      phone: "The phone number.",
      notes: "Notes.",
      archived_at,
      version,
      created_at,
      words: searchIndex,
    },
  },
  bills: {
    about: "The bills of vendors. Their amounts by category are in bill-lines.csv.",
    columns: {
      id,
      property_id,
      vendor_id: "The vendor: id in vendors.csv.",
      number: "The vendor's invoice number.",
      billed_on: "The date of the bill.",
      service_from: "The first day of the service.",
      service_to: "The last day of the service.",
      due_on: "When it is due.",
      paid_on: "When it was paid.",
      work_order_id,
      total_cents: "The sum of its lines. Negative for a credit.",
      file_key: file("bills/{id}-{file_name}", "The vendor's document."),
      file_name: "The name of the file.",
      file_type: media_type,
      file_bytes: bytes,
      file_sha256: sha256,
      voided_at: "When it was voided.",
      voided_by_id: "Who voided it: id in people.csv.",
      void_reason: "Why it was voided.",
      created_by_id,
      created_at,
      version,
      words: searchIndex,
    },
  },
  bill_lines: {
    about: "The lines of bills.",
    columns: {
      bill_id: "The bill: id in bills.csv.",
      position: "Its position on the bill.",
      property_id,
      category_id,
      amount_cents: "The amount. Negative for a credit.",
      memo: "What it is for.",
    },
  },
  budget_years: leftOut("Which budgets exist, as their amounts show"),
  budgets: {
    about: "The budgeted costs of properties by category and month.",
    columns: {
      id,
      property_id,
      year,
      category_id,
      month: "The month, from 1.",
      amount_cents: "The amount. Negative for an expected credit.",
    },
  },
} satisfies Partial<TableDecisions>;
