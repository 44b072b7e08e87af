import { fileTypeFromFile } from "file-type";
import type { ReceivedFile } from "#server/http/read-form.ts";
import { AppError } from "#shared/errors.ts";
import { type DocumentKind, fileSentences, kindOfName } from "../kinds.ts";

const contents: Record<DocumentKind, string> = {
  pdf: "application/pdf",
  doc: "application/x-cfb",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/x-cfb",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * The kind of a received file, by its ending and by what it holds (DOC-24).
 * @throws AppError wrong_kind with a sentence
 */
export async function checkKind({ path, name }: ReceivedFile): Promise<DocumentKind> {
  const kind = kindOfName(name);
  if (kind === undefined) throw new AppError("wrong_kind", fileSentences.wrongKind);
  const found = await fileTypeFromFile(path);
  if (found?.mime !== contents[kind])
    throw new AppError("wrong_kind", `This file is not what its ending .${kind} says.`);
  return kind;
}
