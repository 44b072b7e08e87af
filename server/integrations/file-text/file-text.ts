import path from "node:path";
import { portalSender } from "../../http/requests/sender.ts";
import { projectRoot } from "../../project-root.ts";
import { createScriptRunner } from "../script-runner.ts";

const timeoutMs = 30_000;

const runExtraction = createScriptRunner<{ file: Uint8Array }, { text: string }>(
  path.join(projectRoot, "server/integrations/file-text/read-file-text.mjs"),
  "process",
);

/**
 * Returns the text of a PDF, DOCX, or XLSX file, up to 300,000 characters. Empty if the file has no text,
 * such as a scan. A PDF is read up to page 300, including its form values and typed notes, with a form feed
 * between pages. Runs in a separate process because a crafted file can make the reader run out of memory.
 * @throws if the file is broken or encrypted, is too large when unpacked, or takes longer than thirty seconds
 */
export async function readFileText(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const { text } = await runExtraction({ file }, { sender: portalSender, timeoutMs });
  return text;
}
