import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkKind, kindFromUploadName } from "#domains/documents/server/content-checks/check-kind.ts";
import { AppError } from "#shared/errors.ts";

/** Returns the detected type of a file with this name and content, or the error message. */
export async function detectKind(name: string, content: Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-kinds-"));
  const file = path.join(folder, "received");
  try {
    await writeFile(file, content);
    const kind = kindFromUploadName(name);
    await checkKind(file, kind);
    return kind;
  } catch (error) {
    const isSaid = error instanceof AppError && error.code === "unsupported_type";
    if (!isSaid) throw error;
    return error.message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The error messages for rejected files. */
export const rejectionMessages = {
  twoKinds: "This file mixes two formats. Save it as a new file and try again.",
  macros: "This file contains macros. Save it without macros and try again.",
  embedded: "This file contains an embedded program or archive. Remove it and try again.",
  damaged: "This file appears to be damaged. Save it again and upload the new copy.",
  tooMuch: "This file is too large when unpacked. Save it as a PDF and try again.",
};
