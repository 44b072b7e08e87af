import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { Lease, LeaseMember } from "../../contract.ts";
import { hasVacated } from "../../states.ts";
import { chargeKindLabels } from "../../terms.ts";
import type { Schedule } from "../../terms-fields.ts";
import { presentLease } from "../present.ts";
import { findLease } from "../queries.ts";
import { previewSchedule } from "../terms/preview-schedule.ts";

/** Returns the people on a lease, as the user sees them on the lease page. @throws AppError not_found */
export async function buildMembersTable(ctx: SignedInCtx, id: number): Promise<CsvTable<LeaseMember>> {
  const { members } = presentLease(await findLease(ctx, id), ctx.actor);
  return {
    name: `people-of-lease-${id}`,
    columns: {
      Name: ({ fullName }) => fullName,
      Email: ({ email }) => email,
      From: ({ from }) => from,
      To: ({ to }) => to,
      "On lease today": ({ isCurrent }) => isCurrent,
    },
    rows: rowsFromArray(members),
  };
}

/** Returns the units of a lease with their dates. @throws AppError not_found */
export async function buildUnitsTable(
  ctx: SignedInCtx,
  id: number,
): Promise<CsvTable<Lease["units"][number]>> {
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
    rows: rowsFromArray(lease.units),
  };
}

const exportMonths = 24;
type Charge = Schedule["months"][number]["charges"][number];

/**
 * Returns the scheduled charges of a lease under its saved terms, one row per charge. @throws AppError
 * not_found
 */
export async function buildScheduleTable(ctx: SignedInCtx, id: number): Promise<CsvTable<Charge>> {
  const { months } = await previewSchedule(ctx, id, { months: exportMonths });
  return {
    name: `schedule-of-lease-${id}`,
    columns: {
      Month: ({ from }) => from.slice(0, 7),
      Charge: ({ label }) => label,
      Type: ({ kind }) => chargeKindLabels[kind],
      From: ({ from }) => from,
      To: ({ to }) => to,
      Due: ({ dueOn }) => dueOn,
      "Amount (USD)": ({ amountCents }) => toPlainDollars(amountCents),
    },
    rows: rowsFromArray(months.flatMap(({ charges }) => charges)),
  };
}
