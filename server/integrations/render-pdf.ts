import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Ctx } from "../http/context.ts";
import { getSender, portalSender } from "../http/sender.ts";
import { projectRoot } from "../project-root.ts";
import { createScriptRunner } from "./script-runner.ts";

/** A row of figures such as amounts, with their names above them. */
export interface PdfContentFigures {
  kind: "figures";
  heading?: string;
  figures: { name: string; value: string }[];
}

/** A table that can span pages, with its headers on each. */
export interface PdfContentTable {
  kind: "table";
  /** `share` is the width relative to the other columns. Amounts are right-aligned. */
  columns: { header: string; share: number; align?: "right" }[];
  rows: { cells: string[]; isStrong?: boolean }[];
}

/** Running text below a heading, such as a clause of a lease. */
export interface PdfContentText {
  kind: "text";
  heading?: string;
  paragraphs: string[];
}

/** The contents of a PDF issued by the organization, such as a statement or a receipt. */
export interface PdfContent {
  /** The title of the document, repeated in the footer of each page. */
  title: string;
  sender: { name: string; lines: string[]; logo?: Uint8Array };
  /** The type of document, to the right of the sender, with the details below it. */
  heading: string;
  details: string[];
  recipient: string[];
  blocks: (PdfContentFigures | PdfContentTable | PdfContentText)[];
}

const drawer = path.join(projectRoot, "server/integrations/render-pdf-thread.mjs");
const longestMs = 30_000;
const render = createScriptRunner<PdfContent, { bytes: Uint8Array }>(drawer, "thread");

/**
 * Draws the PDF, with its fonts embedded, on a worker thread. It can take `withinMs`, which can be long if no
 * request waits for it.
 */
export async function renderPdf(
  content: PdfContent,
  { sender = portalSender, withinMs = longestMs } = {},
): Promise<Buffer> {
  const { bytes } = await render(content, { sender, withinMs });
  return Buffer.from(bytes);
}

/** Draws the PDF with the organization's logo (PNG) above its name. */
export async function issuePdf(ctx: Ctx, content: PdfContent): Promise<Buffer> {
  const { db, files, log } = ctx;
  const turn = { sender: getSender(ctx) };
  const { logo_key } = await db.selectFrom("organization").select("logo_key").executeTakeFirstOrThrow();
  if (logo_key === null) return renderPdf(content, turn);
  try {
    const logo = await buffer((await files.read(logo_key)).stream);
    return await renderPdf({ ...content, sender: { ...content.sender, logo } }, turn);
  } catch (error) {
    log.error({ err: error }, "The logo couldn't be drawn.");
    return renderPdf(content, turn);
  }
}
