import * as z from "zod/mini";
import { writeTerms } from "#domains/leases/server/terms/write-terms.ts";
import { type ChargeKind, type ChargeLine, cents, chargeKindLabels } from "#domains/leases/terms.ts";
import { openAccount } from "#domains/ledger/server/entries/open-account.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { day } from "#shared/http/fields.ts";

const centsAmount = cents("Please enter an amount in US dollars, 0 or more", 0);
const dueDayMessage = "Due date must be a day of the month from 1 to 31.";

/** The monthly charges of a lease starting on a date, and the opening balance and deposit before it. */
export const leaseAccount = z.object({
  rent: centsAmount,
  commonArea: centsAmount,
  utilities: centsAmount,
  dueDay: z.int(dueDayMessage).check(z.minimum(1, dueDayMessage), z.maximum(31, dueDayMessage)),
  /** Null means the lease start date. */
  chargedFrom: z.nullable(day("Please enter a valid date")),
  openingBalance: cents("Please enter an amount in US dollars", -10_000_000_000),
  depositHeld: centsAmount,
});
export type LeaseAccount = z.infer<typeof leaseAccount>;

type RowValues = Readonly<Record<string, string>>;

/** Converts the columns of a row to the input of `leaseAccount`. */
export function toAccountInput(values: RowValues): unknown {
  const parseCents = (field: string) =>
    (values[field] ?? "") === "" ? 0 : centsFromDollars(values[field] ?? "");
  return {
    rent: parseCents("rent"),
    commonArea: parseCents("commonArea"),
    utilities: parseCents("utilities"),
    dueDay: (values.dueDay ?? "") === "" ? 1 : Number(values.dueDay),
    chargedFrom: (values.chargedFrom ?? "") === "" ? null : values.chargedFrom,
    openingBalance: parseCents("openingBalance"),
    depositHeld: parseCents("depositHeld"),
  };
}

interface LeaseAccountRow extends LeaseAccount {
  from: string;
  to: string | null;
  state: "draft" | "active";
}

/** Checks that the account columns fit the lease and each other. */
export const checkAccount: z.core.CheckFn<LeaseAccountRow> = ({ value, issues }) => {
  const { from, to, state, chargedFrom, openingBalance, depositHeld } = value;
  const addIssue = (field: string, message: string) =>
    issues.push({ code: "custom", input: value, path: [field], message });
  if (chargedFrom !== null && chargedFrom < from)
    addIssue("chargedFrom", "Charges can't start before the lease start date.");
  if (chargedFrom !== null && to !== null && chargedFrom > to)
    addIssue("chargedFrom", "The lease ends before its first charge date.");
  if (openingBalance !== 0 && chargedFrom === null)
    addIssue(
      "openingBalance",
      "Enter the charge-from date too. The opening balance is the amount due before that date.",
    );
  if (state === "draft" && openingBalance !== 0)
    addIssue("openingBalance", "Drafts don't have an account yet. Leave the opening balance blank.");
  if (state === "draft" && depositHeld !== 0)
    addIssue("depositHeld", "Drafts don't have an account yet. Leave the deposit blank.");
};

/**
 * Writes the terms of a lease that was just created, with the opening balance and the deposit held before
 * they start.
 */
export async function importAccount(ctx: SignedInCtx, leaseId: number, row: LeaseAccountRow): Promise<void> {
  const from = row.chargedFrom ?? row.from;
  if (row.openingBalance !== 0 || row.depositHeld !== 0)
    await openAccount(ctx, leaseId, {
      from,
      balances: [{ amountCents: row.openingBalance, dueOn: addDays(from, -1) }],
      depositCents: row.depositHeld,
    });
  const lines = toChargeLines(row);
  if (lines.length === 0) return;
  const terms = {
    areaSquareFeet: 0,
    dueDay: row.dueDay,
    graceDays: 5,
    depositCents: row.depositHeld,
    lines,
    escalations: [],
    freeRent: [],
    lateFee: null,
  };
  await writeTerms(ctx, leaseId, { from, terms }, undefined);
}

function toChargeLines({ rent, commonArea, utilities, from }: LeaseAccountRow): ChargeLine[] {
  const charges: [ChargeKind, Cents][] = [
    ["rent", rent],
    ["common-area", commonArea],
    ["utilities", utilities],
  ];
  return charges
    .filter(([, monthlyCents]) => monthlyCents !== 0)
    .map(([kind, monthlyCents], index) => ({
      key: index + 1,
      kind,
      label: kind === "rent" ? "Base rent" : chargeKindLabels[kind],
      from,
      to: null,
      price: { monthlyCents: toCents(monthlyCents) },
    }));
}
