import path from "node:path";
import { projectRoot } from "../project-root.ts";
import { ownThread } from "./own-thread.ts";

/** Amounts and the like, with their names above them, in a row. */
export interface PdfContentFigures {
  kind: "figures";
  heading?: string;
  figures: { name: string; value: string }[];
}

/** Goes on over pages, with its headings on each. */
export interface PdfContentTable {
  kind: "table";
  /** How wide each is, compared with the others; money stands at the right. */
  columns: { header: string; share: number; align?: "right" }[];
  rows: { cells: string[]; isStrong?: boolean }[];
}

/** Running text beneath a heading, such as a clause of a lease. */
export interface PdfContentText {
  kind: "text";
  heading?: string;
  paragraphs: string[];
}

/** A letter of the organisation, as PDF: a statement, a receipt. */
export interface PdfContent {
  /** Names the document, and stands at the foot of each page. */
  title: string;
  sender: { name: string; lines: string[] };
  /** What it is, at the right of the sender, with what it is about beneath. */
  heading: string;
  facts: string[];
  recipient: string[];
  blocks: (PdfContentFigures | PdfContentTable | PdfContentText)[];
}

const drawer = path.join(projectRoot, "server/integrations/render-pdf-thread.mjs");
const longestMs = 30_000;
const ask = ownThread<PdfContent, { bytes: Uint8Array }>(drawer);

/**
 * The paper as PDF, its fonts within. Drawn on a thread of its own. Where nobody waits for a response, it may take `withinMs`.
 */
export async function renderPdf(paper: PdfContent, withinMs = longestMs): Promise<Buffer> {
  const { bytes } = await ask(paper, withinMs);
  return Buffer.from(bytes);
}
