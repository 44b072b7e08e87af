import * as z from "zod/mini";
import { writeTerms } from "#domains/leases/server/write-terms.ts";
import { type ChargeKind, type ChargeLine, cents, chargeKindLabels } from "#domains/leases/terms.ts";
import { openAccount } from "#domains/ledger/server/open-account.ts";
import { centsFromDollars } from "#domains/properties/unit-as-typed.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { day } from "#shared/http/fields.ts";
import { isoDay } from "./row-kind.ts";

const amount = cents("Please enter an amount of US dollars, 0 or more", 0);

/** The monthly charges of a lease from a day on, and the opening balance and deposit before it. */
export const leaseAccount = z.object({
  rent: amount,
  commonArea: amount,
  utilities: amount,
  dueDay: z
    .int("Due day must be 1 to 31.")
    .check(z.minimum(1, "Due day must be 1 to 31."), z.maximum(31, "Due day must be 1 to 31.")),
  /** Null: the first day of the lease. */
  chargedFrom: z.nullable(day("Please enter a valid day")),
  openingBalance: cents("Please enter an amount of US dollars", -10_000_000_000),
  depositHeld: amount,
});
export type LeaseAccount = z.infer<typeof leaseAccount>;

type Values = Readonly<Record<string, string>>;

/** Converts the columns of a row to what `leaseAccount` takes. */
export function accountAsTyped(values: Values): unknown {
  const dollars = (field: string) =>
    (values[field] ?? "") === "" ? 0 : centsFromDollars(values[field] ?? "");
  return {
    rent: dollars("rent"),
    commonArea: dollars("commonArea"),
    utilities: dollars("utilities"),
    dueDay: (values.dueDay ?? "") === "" ? 1 : Number(values.dueDay),
    chargedFrom: (values.chargedFrom ?? "") === "" ? null : isoDay(values.chargedFrom),
    openingBalance: dollars("openingBalance"),
    depositHeld: dollars("depositHeld"),
  };
}

interface Row extends LeaseAccount {
  from: string;
  to: string | null;
  state: "draft" | "active";
}

/** Checks that the columns of the account fit the lease and each other. */
export const accountFitsLease: z.core.CheckFn<Row> = ({ value, issues }) => {
  const { from, to, state, chargedFrom, openingBalance, depositHeld } = value;
  const refuse = (field: string, message: string) =>
    issues.push({ code: "custom", input: value, path: [field], message });
  if (chargedFrom !== null && chargedFrom < from)
    refuse("chargedFrom", "The lease cannot be charged for days before its first.");
  if (chargedFrom !== null && to !== null && chargedFrom > to)
    refuse("chargedFrom", "The lease ends before the first day it would be charged for.");
  if (openingBalance !== 0 && chargedFrom === null)
    refuse(
      "openingBalance",
      "Please enter the day charged from too: the opening balance is what was owed before.",
    );
  if (state === "draft" && openingBalance !== 0)
    refuse("openingBalance", "A draft has no account yet. Please leave its opening balance empty.");
  if (state === "draft" && depositHeld !== 0)
    refuse("depositHeld", "A draft has no account yet. Please leave its deposit empty.");
};

/** Writes the terms of a lease that was just recorded, with the opening balance and the deposit held before they begin. */
export async function takeOverAccount(ctx: SignedInCtx, leaseId: number, row: Row): Promise<void> {
  const from = row.chargedFrom ?? row.from;
  if (row.openingBalance !== 0 || row.depositHeld !== 0)
    await openAccount(ctx, leaseId, {
      from,
      balanceCents: row.openingBalance,
      depositCents: row.depositHeld,
    });
  const lines = linesOf(row);
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

function linesOf({ rent, commonArea, utilities, from }: Row): ChargeLine[] {
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
