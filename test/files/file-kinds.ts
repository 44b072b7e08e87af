import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DocumentKind } from "#domains/documents/kinds.ts";
import { checkKind, kindFromUploadName } from "#domains/documents/server/content-checks/check-kind.ts";
import type { LocalFile } from "#server/integrations/files/file-store.ts";
import { AppError } from "#shared/errors.ts";

/** Returns the detected type of a file with this name and content, or the error message. */
export async function detectKind(name: string, content: Buffer): Promise<string> {
  try {
    const kind = kindFromUploadName(name);
    await readChecked(kind, content);
    return kind;
  } catch (error) {
    const isSaid = error instanceof AppError && error.code === "unsupported_type";
    if (!isSaid) throw error;
    return error.message;
  }
}

/** Returns a file as it is stored after its check. @throws AppError unsupported_type */
export async function readChecked(
  kind: DocumentKind,
  content: Buffer,
): Promise<LocalFile & { content: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-kinds-"));
  const received = {
    path: path.join(folder, "received"),
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest(),
  };
  try {
    await writeFile(received.path, content);
    const checked = await checkKind(received, kind);
    return { ...checked, content: await readFile(checked.path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const mismatch = (extension: string, program: string) =>
  `This file's contents don't match its .${extension} extension. Open it${program}, save it as ${extension.toUpperCase()}, and upload the new copy.`;

/** The error messages for rejected files. */
export const rejectionMessages = {
  mismatches: {
    pdf: mismatch("pdf", ""),
    doc: mismatch("doc", " in Word"),
    docx: mismatch("docx", " in Word"),
    xls: mismatch("xls", " in Excel"),
    xlsx: mismatch("xlsx", " in Excel"),
  },
  incomplete: "This file appears to be incomplete. Save it again and upload the new copy.",
  mixedFormats: "This file mixes two formats. Save it as a new file and try again.",
  macros: "This file contains macros. Save it without macros and try again.",
  damaged: "This file appears to be damaged. Save it again and upload the new copy.",
  tooLargeUnpacked: "This file is too large when unpacked. Save it as a PDF and try again.",
};
