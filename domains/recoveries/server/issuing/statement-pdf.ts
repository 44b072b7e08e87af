import type { Ctx } from "#server/http/context.ts";
import { readSender } from "#server/integrations/pdf/read-sender.ts";
import { issuePdf, type PdfContent, type PdfContentTable } from "#server/integrations/pdf/render-pdf.ts";
import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { formatPlace } from "#shared/format/place.ts";
import { type ExplainedPart, nothingDue, previousEstimatesLabel } from "../../reconciliation-contract.ts";
import type { FrozenStatement } from "./frozen-content.ts";

/** The run that issued a statement, and what it charged. */
export interface IssuedBy {
  number: number;
  by: string;
  at: string;
  dueOn: Day;
  /** Negative for a credit. */
  postedCents: number;
}

/**
 * Draws a statement with the letterhead of the organization: the shares, the estimates, and the working of each line.
 */
export async function writeRecoveryPdf(
  ctx: Ctx,
  statement: FrozenStatement,
  issued: IssuedBy,
): Promise<{ title: string; pdf: Buffer }> {
  const title = `Operating expense statement ${statement.year}${issued.number === 1 ? "" : `, version ${issued.number}`}`;
  const letterhead = await readLetterhead(ctx, statement);
  const pdf = await issuePdf(ctx, {
    ...toPdfContent(statement, issued, letterhead.timeZone),
    ...letterhead,
    title,
  });
  return { title, pdf };
}

async function readLetterhead(
  ctx: Ctx,
  { property, company, units }: FrozenStatement,
): Promise<Pick<PdfContent, "sender" | "recipient"> & { timeZone: string }> {
  const { name, lines } = await readSender(ctx);
  const { address, city, state, zip, time_zone } = await ctx.db
    .selectFrom("properties")
    .select(["address", "city", "state", "zip", "time_zone"])
    .where("id", "=", property.id)
    .executeTakeFirstOrThrow();
  const place = formatPlace({ building: property.name, units: units.map(({ unitNumber }) => unitNumber) });
  return {
    sender: { name, lines },
    recipient: [company, place, `${address}, ${city}, ${state} ${zip}`],
    timeZone: time_zone,
  };
}

function toPdfContent(
  statement: FrozenStatement,
  { number, by, at, dueOn, postedCents }: IssuedBy,
  timeZone: string,
): Pick<PdfContent, "heading" | "details" | "blocks"> {
  const { year, pools, totalCents, estimatesBilledCents, previousEstimatesCents = 0, dueCents } = statement;
  return {
    heading: "Operating expense statement",
    details: [
      `Expenses of ${year}`,
      `Issued ${formatDay(at, timeZone)} by ${by}`,
      ...(number === 1 ? [] : [`Version ${number}`]),
      ...(postedCents > 0 ? [`Due ${formatCalendarDay(dueOn)}`] : []),
      ...(postedCents === 0 ? [nothingDue] : []),
    ],
    blocks: [
      {
        kind: "figures",
        isLead: true,
        figures: [
          { name: "Your share", value: formatAmount(totalCents) },
          { name: "Estimates billed", value: formatAmount(estimatesBilledCents - previousEstimatesCents) },
          ...(previousEstimatesCents === 0
            ? []
            : [{ name: previousEstimatesLabel, value: formatAmount(previousEstimatesCents) }]),
          ...(dueCents === postedCents
            ? []
            : [{ name: "Charged or credited before", value: formatAmount(dueCents - postedCents) }]),
          {
            name: postedCents < 0 ? "Credit" : "Amount due",
            value: formatAmount(Math.abs(postedCents)),
          },
        ],
      },
      {
        kind: "table",
        heading: "Your share of each pool",
        columns: [
          { header: "Pool", share: 40 },
          { header: "Year", share: 40 },
          { header: "Your share", share: 20, align: "right" },
        ],
        rows: [
          ...pools.map(({ name, from, to, cents }) => ({
            cells: [name, formatSpan({ from, to }), formatAmount(cents)],
          })),
          { cells: ["Total", "", formatAmount(totalCents)], isTotal: true },
        ],
      },
      ...pools.flatMap(({ name, parts }) => parts.flatMap((part) => describePart(name, part))),
    ],
  };
}

/** The rule and the clause, the categories, and the steps, as on the page of the statement. */
const describePart = (pool: string, part: ExplainedPart): PdfContent["blocks"] => [
  {
    kind: "text",
    heading: `${pool}, ${formatSpan(part)}`,
    paragraphs: [...part.rule, ...(part.clause === "" ? [] : [`Your lease: ${part.clause}`])],
  },
  ...(part.categories.length === 0 ? [] : [toCategoryTable(part)]),
  {
    kind: "table",
    columns: [
      { header: "Step", share: 30 },
      { header: "How", share: 50 },
      { header: "Amount", share: 20, align: "right" },
    ],
    rows: part.steps.map(({ label, text, cents }, index) => ({
      cells: [label, text, cents === null ? "" : formatAmount(cents)],
      ...(index === part.steps.length - 1 && { isTotal: true }),
    })),
  },
];

const toCategoryTable = ({ categories }: ExplainedPart): PdfContentTable => ({
  kind: "table",
  columns: [
    { header: "Category", share: 60 },
    { header: "Cost", share: 20, align: "right" },
    { header: "Shared", share: 20, align: "right" },
  ],
  rows: categories.map(({ name, cents, isExcluded, sharedCents }) => ({
    cells: [name, formatAmount(cents), isExcluded ? "Excluded" : formatAmount(sharedCents)],
  })),
});

const formatSpan = ({ from, to }: { from: Day; to: Day }): string =>
  `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
