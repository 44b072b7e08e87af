import { sql } from "kysely";
import { type LossCause, lossCauseLabels, lossCauses } from "#domains/recoveries/loss-causes.ts";
import { reconciliationPath } from "#domains/recoveries/paths.ts";
import type { PoolSummary } from "#domains/recoveries/reconciliation-contract.ts";
import { calculateDraft } from "#domains/recoveries/server/drafts/calculate-draft.ts";
import { summarizePool } from "#domains/recoveries/server/drafts/summarize.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatAmount } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import type { ReportDocument } from "../../contract.ts";
import { defineReport, formatCount, type ReportColumn, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";

type RecoveryRow = {
  pool: string;
  state: string;
  cost: number;
  recovered: number;
  ratio: number | null;
  lost: number;
} & Record<LossCause, number>;

/** A property's pools in the year. */
interface PropertyPools {
  id: number;
  name: string;
  state: "Issued" | "Corrected" | "Draft";
  pools: PoolSummary[];
}

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 12, total: "sum" }) as const;

/** The causes in the notes on screen and paper, which have little room. */
const noteLabels: Record<LossCause, string> = {
  vacancy: "vacant area",
  "no-rule": "no recovery terms",
  "gross-lease": "gross leases",
  "not-started": "not started",
  exclusion: "excluded",
  "gross-up": "gross-up",
  contribution: "anchors",
  fee: "fees",
  cap: "caps",
  base: "bases and stops",
  share: "other shares",
  rounding: "rounding",
};

const causeColumns = Object.fromEntries(
  lossCauses.map((cause) => [
    cause,
    {
      ...amountColumn(lossCauseLabels[cause]),
      noteInColumn: "lost",
      noteLabel: noteLabels[cause],
    },
  ]),
) as Record<LossCause, ReportColumn>; // Each cause has an entry.

/** How many properties or pools the chart has room for. */
const maxBars = 8;

/**
 * The cost of each property's pools in a year, the part that tenants pay, and the causes of the rest (REC-34). A draft
 * can take a second, so only a report of one property calculates it.
 */
export const recoveryRatio = defineReport<RecoveryRow>({
  columns: {
    pool: { header: "Pool", type: "text", relativeWidth: 14, phoneSlot: "title" },
    state: { header: "Statements", type: "text", isSpreadsheetOnly: true },
    cost: amountColumn("Cost"),
    recovered: amountColumn("Recovered"),
    ratio: {
      header: "Ratio",
      type: "percent",
      relativeWidth: 8,
      total: { of: "recovered", by: "cost" },
      phoneSlot: "line",
    },
    lost: { ...amountColumn("Not recovered"), relativeWidth: 40, phoneSlot: "figure" },
    ...causeColumns,
  },
  async read(ctx, query) {
    const year = Number(query.year ?? Number((await findToday(ctx, query.propertyId)).slice(0, 4)) - 1);
    const { properties, skipped } = await readProperties(ctx, year, query.propertyId);
    const rows = properties.flatMap((property) => property.pools.map((pool) => toRow(property, year, pool)));
    const [cost, recovered] = [sumOf(rows, "cost"), sumOf(rows, "recovered")];
    return {
      summary: `${year}. ${describeStates(properties, skipped)}`,
      rows,
      groupedBy: "Property",
      groups: properties
        .filter(({ pools }) => pools.length > 0)
        .map(({ id, name, state }) => ({
          id,
          name,
          note: state === "Draft" ? "Draft, calculated now" : `${state} statements`,
          isProperty: true,
        })),
      totalLabel: "Total",
      figures: [
        { label: "Cost", value: formatAmount(cost) },
        {
          label: "Recovered",
          value: formatAmount(recovered),
          note: `${formatShare(recovered, cost)} of the cost`,
        },
        { label: "Not recovered", value: formatAmount(cost - recovered) },
        findLargestCause(rows),
      ],
      chart: buildChart(properties, rows),
      note: "Recovered is the tenants' shares, whether or not they're paid. Credits for questions aren't deducted. A negative amount is recovered in addition to the cost. For all properties, only issued statements are included. Choose a property without issued statements to see its current draft.",
    };
  },
});

/** Returns the properties with issued statements, or the draft if there is only one property, and how many were skipped. */
async function readProperties(
  ctx: SignedInCtx,
  year: number,
  propertyId: number | undefined,
): Promise<{ properties: PropertyPools[]; skipped: number }> {
  const { rows } = await sql<{ id: number; name: string; pools: PoolSummary[] | null; isCorrected: boolean }>`
    select p.id, p.name, issued.pools, issued.reason is not null as "isCorrected"
    from properties p left join lateral (
      select r.content -> 'pools' as pools, r.reason from reconciliations r
      where r.property_id = p.id and r.year = ${year} and r.reversed_at is null order by r.number desc limit 1) issued on true
    where ${managesProperty(ctx.actor.accessScope, sql`p.id`)}
      and ${propertyId === undefined ? sql`true` : sql`p.id = ${propertyId}`}
    order by fold_text(p.name), p.id`.execute(ctx.db);
  const issued = rows.flatMap(({ pools, isCorrected, ...property }): PropertyPools[] =>
    pools === null
      ? []
      : [{ ...property, state: isCorrected ? "Corrected" : "Issued", pools: pools.filter(hasAmounts) }],
  );
  const [only] = rows;
  if (only === undefined || rows.length > 1 || issued.length > 0)
    return { properties: issued, skipped: rows.length - issued.length };
  const { pools, inputs } = await calculateDraft(ctx, only.id, year);
  const summaries = pools.map((pool) => summarizePool(pool, inputs)).filter(hasAmounts);
  return { properties: [{ id: only.id, name: only.name, state: "Draft", pools: summaries }], skipped: 0 };
}

const hasAmounts = ({ totalCents, recoveredCents, losses }: PoolSummary): boolean =>
  totalCents !== 0 || recoveredCents !== 0 || losses.length > 0;

function toRow({ id, state }: PropertyPools, year: number, pool: PoolSummary): ReportRow<RecoveryRow> {
  const causes = Object.fromEntries(
    lossCauses.map((cause) => [cause, pool.losses.find((loss) => loss.cause === cause)?.cents ?? 0]),
  ) as Record<LossCause, number>; // Each cause has an entry.
  return {
    group: id,
    href: reconciliationPath(id, year),
    cells: {
      pool: pool.name,
      state,
      cost: pool.totalCents,
      recovered: pool.recoveredCents,
      ratio: null,
      lost: pool.totalCents - pool.recoveredCents,
      ...causes,
    },
  };
}

function describeStates(properties: readonly PropertyPools[], skipped: number): string {
  if (properties[0]?.state === "Draft")
    return "This is a draft, calculated from the current bills, areas, and recovery terms.";
  const issued =
    properties.length === 0
      ? "No statements are issued."
      : `Issued statements for ${formatCount(properties.length, "property", "properties")}.`;
  return skipped === 0
    ? issued
    : `${issued} Not included: ${formatCount(skipped, "property", "properties")} without issued statements.`;
}

function findLargestCause(rows: readonly ReportRow<RecoveryRow>[]): ReportDocument["figures"][number] {
  const sums = lossCauses.map((cause) => ({ cause, cents: sumOf(rows, cause) }));
  const [largest] = sums.toSorted((a, b) => b.cents - a.cents);
  return largest === undefined || largest.cents <= 0
    ? { label: "Largest cause", value: "–" }
    : { label: "Largest cause", value: formatAmount(largest.cents), note: lossCauseLabels[largest.cause] };
}

/** Charts the recovered part of the cost by property, or by pool if there is only one property. Highest cost first. */
function buildChart(
  properties: readonly PropertyPools[],
  rows: readonly ReportRow<RecoveryRow>[],
): ReportDocument["chart"] {
  if (rows.length === 0) return null;
  const hasOne = properties.length === 1;
  const parts = hasOne
    ? rows.map((row) => ({ label: row.cells.pool, partRows: [row] }))
    : properties.map(({ id, name }) => ({ label: name, partRows: rows.filter(({ group }) => group === id) }));
  const bars = parts
    .map(({ label, partRows }) => ({
      label,
      size: Math.max(0, sumOf(partRows, "cost")),
      filled: Math.max(0, sumOf(partRows, "recovered")),
    }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxBars)
    .map((bar) => ({ ...bar, value: formatShare(bar.filled, bar.size) }));
  const title = `Recovered part of the cost by ${hasOne ? "pool" : "property"}`;
  return {
    title: parts.length > maxBars ? `${title}, the ${maxBars} with the highest cost` : title,
    bars,
  };
}
