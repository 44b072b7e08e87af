import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsAtHand } from "#server/http/csv.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { Lease, LeaseMember } from "../contract.ts";
import { hasVacated } from "../states.ts";
import { chargeKindLabels } from "../terms.ts";
import type { Schedule } from "../terms-facts.ts";
import { presentLease } from "./present.ts";
import { previewSchedule } from "./preview-schedule.ts";
import { findLease } from "./queries.ts";

/** The members of a lease as its page shows them to the user. @throws AppError not_found */
export async function membersAsTable(ctx: SignedInCtx, id: number): Promise<CsvTable<LeaseMember>> {
  const { members } = presentLease(await findLease(ctx, id), ctx.actor);
  return {
    name: `people-of-lease-${id}`,
    columns: {
      Name: ({ fullName }) => fullName,
      Email: ({ email }) => email,
      From: ({ from }) => from,
      To: ({ to }) => to,
      "Member today": ({ isCurrent }) => isCurrent,
    },
    rows: rowsAtHand(members),
  };
}

/** The units of a lease with their days. @throws AppError not_found */
export async function unitsAsTable(ctx: SignedInCtx, id: number): Promise<CsvTable<Lease["units"][number]>> {
  const lease = presentLease(await findLease(ctx, id), ctx.actor);
  return {
    name: `units-of-lease-${id}`,
    columns: {
      Unit: ({ unitNumber }) => unitNumber,
      Status: (unit) =>
        hasVacated(lease, unit)
          ? "Vacated"
          : (unitStatusLabels[unit.status as keyof typeof unitStatusLabels] ?? unit.status),
      From: ({ from }) => from,
      To: ({ to }) => to,
    },
    rows: rowsAtHand(lease.units),
  };
}

const monthsOfFile = 24;
type Charge = Schedule["months"][number]["charges"][number];

/** The scheduled charges of a lease by its own terms, a row for each charge. @throws AppError not_found */
export async function scheduleAsTable(ctx: SignedInCtx, id: number): Promise<CsvTable<Charge>> {
  const { months } = await previewSchedule(ctx, id, { months: monthsOfFile });
  return {
    name: `schedule-of-lease-${id}`,
    columns: {
      Month: ({ from }) => from.slice(0, 7),
      Charge: ({ label }) => label,
      Kind: ({ kind }) => chargeKindLabels[kind],
      From: ({ from }) => from,
      To: ({ to }) => to,
      Due: ({ dueOn }) => dueOn,
      "Amount (USD)": ({ amountCents }) => plainDollars(amountCents),
    },
    rows: rowsAtHand(months.flatMap(({ charges }) => charges)),
  };
}
