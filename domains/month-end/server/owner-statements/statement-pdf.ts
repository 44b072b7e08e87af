import { toPdfTable } from "#domains/reports/server/report-files.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { readSender } from "#server/integrations/pdf/read-sender.ts";
import { issuePdf, type PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { formatDay, formatMomentWithZone, formatMonth } from "#shared/format/dates.ts";
import type { OwnerStatement, StatementContent } from "../../owner-statement-contract.ts";

export interface PrintedStatement
  extends Pick<StatementContent, "property" | "address" | "preparedAt" | "figures" | "sections"> {
  month: OwnerStatement["month"];
  notes: string;
  /** Null for a draft. */
  issued: { number: number; by: string; at: string } | null;
}

/** Draws a statement with the letterhead of the organization. */
export async function writeStatementPdf(ctx: SignedInCtx, statement: PrintedStatement): Promise<Buffer> {
  const { timeZone, ...sender } = await readSender(ctx);
  return issuePdf(ctx, { ...toPdfContent(statement, timeZone), sender });
}

function toPdfContent(
  { property, address, month, preparedAt, figures, sections, notes, issued }: PrintedStatement,
  timeZone: string,
): Omit<PdfContent, "sender"> {
  const title = `Owner statement, ${formatMonth(`${month}-01`)}`;
  return {
    title: `${title}, ${property}`,
    heading: "Owner statement",
    details: [
      formatMonth(`${month}-01`),
      ...(issued === null
        ? [`Prepared ${formatMomentWithZone(preparedAt, timeZone)}`]
        : [`Issued ${formatDay(issued.at, timeZone)} by ${issued.by}`]),
      ...(issued === null || issued.number === 1 ? [] : [`Corrected, version ${issued.number}`]),
    ],
    recipient: [property, address],
    ...(issued === null && { stamp: { text: "Draft", tone: "bad" as const } }),
    blocks: [
      {
        kind: "figures",
        isLead: true,
        figures: figures.map(({ label, value }) => ({ name: label, value })),
      },
      ...sections.flatMap((section): PdfContent["blocks"] => [
        section.rows.length === 0
          ? { kind: "text", heading: section.title, paragraphs: [section.summary] }
          : { ...toPdfTable(section), heading: section.title, description: section.summary },
        ...(section.note === "" ? [] : [{ kind: "text" as const, paragraphs: [section.note] }]),
      ]),
      ...(notes === "" ? [] : [{ kind: "text" as const, heading: "Notes", paragraphs: toParagraphs(notes) }]),
    ],
  };
}

const toParagraphs = (notes: string): string[] => notes.split(/\n+/).filter((line) => line.trim() !== "");
