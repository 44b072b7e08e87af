import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Ctx } from "../../http/context.ts";
import { getSender, portalSender } from "../../http/requests/sender.ts";
import { projectRoot } from "../../project-root.ts";
import { paperColors } from "../paper-colors.ts";
import { createScriptRunner } from "../script-runner.ts";

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
  /** The heading above the table, on the same page as the first row. */
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

/** One PDF of one or more contents, each on its own pages. */
export interface PdfTask {
  title: string;
  contents: PdfContent[];
  colors: typeof paperColors.light;
}

const script = path.join(projectRoot, "server/integrations/pdf/render-pdf-thread.mjs");
const defaultTimeoutMs = 30_000;
const runRenderScript = createScriptRunner<PdfTask, { bytes: Uint8Array }>(script, "thread");

/**
 * Renders the PDF, with its fonts embedded, on a worker thread. `timeoutMs` can be long if no request waits
 * for it.
 */
export const renderPdf = (content: PdfContent, options: RenderOptions = {}): Promise<Buffer> =>
  renderPdfs({ title: content.title, contents: [content] }, options);

interface RenderOptions {
  sender?: string;
  timeoutMs?: number;
}

async function renderPdfs(
  pdf: Omit<PdfTask, "colors">,
  { sender = portalSender, timeoutMs = defaultTimeoutMs }: RenderOptions,
): Promise<Buffer> {
  const { bytes } = await runRenderScript({ ...pdf, colors: paperColors.light }, { sender, timeoutMs });
  return Buffer.from(bytes);
}

/** Renders the PDF with the organization's letterhead. `timeoutMs` as in `renderPdf`. */
export const issuePdf = async (
  ctx: Ctx,
  content: PdfContent,
  options: { timeoutMs?: number } = {},
): Promise<Buffer> => renderPdf(await withLogo(ctx, content), { sender: getSender(ctx), ...options });

/**
 * Renders several letters as one PDF with the organization's letterhead. Each looks and numbers its pages as if it
 * were the only one.
 */
export async function issuePdfs(ctx: Ctx, title: string, letters: readonly PdfContent[]): Promise<Buffer> {
  const logo = await readLogo(ctx);
  const contents = letters.map((letter) => addLogo(letter, logo));
  return renderPdfs({ title, contents }, { sender: getSender(ctx) });
}

const portalLogoPath = path.join(projectRoot, "web/public/icons/192.png");

/** Adds the organization's logo, or else the portal's. Adds none if the logo can't be read. */
export const withLogo = async (ctx: Ctx, content: PdfContent): Promise<PdfContent> =>
  addLogo(content, await readLogo(ctx));

const addLogo = (content: PdfContent, logo: Uint8Array | undefined): PdfContent =>
  logo === undefined ? content : { ...content, sender: { ...content.sender, logo } };

async function readLogo({ db, files, log }: Ctx): Promise<Uint8Array | undefined> {
  const { logo_key } = await db.selectFrom("organization").select("logo_key").executeTakeFirstOrThrow();
  try {
    return await (logo_key === null ? readFile(portalLogoPath) : buffer((await files.read(logo_key)).stream));
  } catch (error) {
    log.error({ err: error }, "The logo couldn't be read.");
    return undefined;
  }
}
