import path from "node:path";
import { portalSender } from "../http/requests/sender.ts";
import { projectRoot } from "../project-root.ts";
import { createScriptRunner } from "./script-runner.ts";

const timeoutMs = 30_000;

const runExtraction = createScriptRunner<{ file: Uint8Array }, { text: string }>(
  path.join(projectRoot, "server/integrations/read-file-text.mjs"),
  "process",
);

/**
 * Returns the text of a PDF, DOCX, or XLSX file, up to 300,000 characters. A PDF has a form feed between pages,
 * up to 300 pages, and its text includes form values and notes typed on it. Empty if there is none, as for
 * scanned pages. It is read in a separate process because a crafted file can make the
 * reader run out of memory.
 * @throws if the file is broken or encrypted, unpacks to too much, or takes longer than thirty seconds
 */
export async function readFileText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { text } = await runExtraction({ file }, { sender: portalSender, timeoutMs });
  return text;
}
