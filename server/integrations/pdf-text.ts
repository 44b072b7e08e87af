import path from "node:path";
import { projectRoot } from "../project-root.ts";
import { ownThread } from "./own-thread.ts";

const longestMs = 30_000;

const ask = ownThread<{ file: Uint8Array }, { text: string }>(
  path.join(projectRoot, "server/integrations/read-pdf-text.mjs"),
);

/**
 * The text of a PDF, of its first 300 pages and 300,000 letters; empty when it has none, as what was scanned. Read on a thread
 * of its own. The bytes of `file` go there and are lost to the user.
 * @throws when the file is broken or encrypted, swells, or takes longer than thirty seconds
 */
export async function readPdfText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { text } = await ask({ file }, longestMs, [file.buffer]);
  return text;
}
