import path from "node:path";
import { portalSender } from "../http/requests/sender.ts";
import { projectRoot } from "../project-root.ts";
import { createScriptRunner } from "./script-runner.ts";

const timeoutMs = 30_000;

const runExtraction = createScriptRunner<{ file: Uint8Array }, { text: string }>(
  path.join(projectRoot, "server/integrations/read-pdf-text.mjs"),
  "process",
);

/**
 * Returns the text of a PDF, with a form feed between pages, up to 300 pages and 300,000 characters. Empty if
 * it has none, as for scanned pages. It is read in a separate process because a crafted file can make the
 * reader run out of memory.
 * @throws if the file is broken or encrypted, unpacks to too much, or takes longer than thirty seconds
 */
export async function readPdfText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { text } = await runExtraction({ file }, { sender: portalSender, timeoutMs });
  return text;
}
