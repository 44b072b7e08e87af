import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Ctx } from "../http/context.ts";
import { getSender, portalSender } from "../http/requests/sender.ts";
import { projectRoot } from "../project-root.ts";
import { paperColors } from "./paper-colors.ts";
import { createScriptRunner } from "./script-runner.ts";

/** A row of figures, such as amounts, each with its name above it. */
export interface PdfContentFigures {
  kind: "figures";
  heading?: string;
  figures: { name: string; value: string }[];
  /** Whether these are the document's main figures, which are large and between two lines. */
  isLead?: boolean;
}

/**
 * A table that can span pages, with its headers on each. A total has a thick line above it. A head row has
 * one cell across the table and stays on the same page as the row below it.
 */
export interface PdfContentTable {
  kind: "table";
  /** It stays with the first row. */
  heading?: string;
  /** A line below the heading. */
  description?: string;
  /** `share` is the width relative to the other columns. Amounts are right-aligned. */
  columns: { header: string; share: number; align?: "right" }[];
  rows: { cells: string[]; isStrong?: boolean; isTotal?: boolean; isHead?: boolean }[];
}

/** Running text below a heading, such as a clause of a lease. */
export interface PdfContentText {
  kind: "text";
  heading?: string;
  /** Whether it starts a new page, such as a record of events after the document was issued. */
  startsPage?: boolean;
  paragraphs: string[];
}

/** The contents of a PDF issued by the organization, such as a statement or a receipt. */
export interface PdfContent {
  /** The title of the document, repeated in the footer of each page. */
  title: string;
  isLandscape?: boolean;
  sender: { name: string; lines: string[] /** PNG. */; logo?: Uint8Array };
  /** The type of document, to the right of the sender, with the details below it. */
  heading: string;
  details: string[];
  recipient: string[];
  /** A word stamped next to the recipient, such as `Paid`. */
  stamp?: { text: string; tone: "good" | "bad" };
  blocks: (PdfContentFigures | PdfContentTable | PdfContentText)[];
}

const script = path.join(projectRoot, "server/integrations/render-pdf-thread.mjs");
const defaultTimeoutMs = 30_000;
const runRenderScript = createScriptRunner<PdfContent & { colors: object }, { bytes: Uint8Array }>(
  script,
  "thread",
);

/**
 * Renders the PDF, with its fonts embedded, on a worker thread. `timeoutMs` can be long if no request waits
 * for it.
 */
export async function renderPdf(
  content: PdfContent,
  { sender = portalSender, timeoutMs = defaultTimeoutMs } = {},
): Promise<Buffer> {
  const { bytes } = await runRenderScript({ ...content, colors: paperColors.light }, { sender, timeoutMs });
  return Buffer.from(bytes);
}

/** Renders the PDF with the organization's letterhead. `timeoutMs` as in `renderPdf`. */
export const issuePdf = async (
  ctx: Ctx,
  content: PdfContent,
  options: { timeoutMs?: number } = {},
): Promise<Buffer> => renderPdf(await withLogo(ctx, content), { sender: getSender(ctx), ...options });

const portalLogoPath = path.join(projectRoot, "web/public/icons/192.png");

/** Adds the organization's logo, or else the portal's. Adds none if the logo can't be read. */
export async function withLogo({ db, files, log }: Ctx, content: PdfContent): Promise<PdfContent> {
  const { logo_key } = await db.selectFrom("organization").select("logo_key").executeTakeFirstOrThrow();
  try {
    const logo =
      logo_key === null ? await readFile(portalLogoPath) : await buffer((await files.read(logo_key)).stream);
    return { ...content, sender: { ...content.sender, logo } };
  } catch (error) {
    log.error({ err: error }, "The logo couldn't be read.");
    return content;
  }
}
