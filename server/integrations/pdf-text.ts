import path from "node:path";
import { portal } from "../http/sender.ts";
import { projectRoot } from "../project-root.ts";
import { ownScript } from "./own-script.ts";

const longestMs = 30_000;

const ask = ownScript<{ file: Uint8Array }, { text: string }>(
  path.join(projectRoot, "server/integrations/read-pdf-text.mjs"),
  "process",
);

/**
 * The text of a PDF, with a form feed between pages: at most 300 pages and 300,000 characters; empty when it has none, as for
 * scanned pages. It is read by a process of its own, as a file may be made so that whoever reads it runs out of memory.
 * @throws when the file is broken or encrypted, unpacks to too much, or takes longer than thirty seconds
 */
export async function readPdfText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { text } = await ask({ file }, { sender: portal, withinMs: longestMs });
  return text;
}
