import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkKind, kindBySentName } from "#domains/documents/server/check-kind.ts";
import { AppError } from "#shared/errors.ts";

/** The detected kind of a file with this name and content, or the message of the refusal. */
export async function looked(name: string, content: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-kinds-"));
  const file = path.join(folder, "received");
  try {
    await writeFile(file, content);
    const kind = kindBySentName(name);
    await checkKind(file, kind);
    return kind;
  } catch (error) {
    const isSaid = error instanceof AppError && error.code === "wrong_kind";
    if (!isSaid) throw error;
    return error.message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The messages for refused files. */
export const refusals = {
  twoKinds: "This file is of two kinds at once. Please save it as a new file.",
  macros: "This file contains macros. Please save it without them.",
  embedded: "This file contains another program or packed file. Please save the document without it.",
  damaged: "This file seems damaged. Please save it again and choose the new one.",
  tooMuch: "This file unpacks to far more than a document holds. Please save it as a PDF.",
};
