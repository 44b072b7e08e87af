import { AppError } from "#shared/errors.ts";
import { type DocumentKind, fileMessages } from "../../kinds.ts";

/** Why a file is rejected (DOC-24), with the message for the person who uploads it. */
const messages = {
  extension: fileMessages.unsupportedType,
  incomplete: "This file appears to be incomplete. Save it again and upload the new copy.",
  damaged: "This file appears to be damaged. Save it again and upload the new copy.",
  macros: "This file contains macros. Save it without macros and try again.",
  password: "This file is password-protected, so we can't scan it. Remove the password and try again.",
  mixedFormats: "This file mixes two formats. Save it as a new file and try again.",
  leadingData:
    "This PDF has extra data at the beginning. Open it, save it as a new PDF, and upload the new copy.",
  tooLargeUnpacked: "This file is too large when unpacked. Save it as a PDF and try again.",
};

/** Returns the error for a rejected file. */
export const contentError = (reason: keyof typeof messages): AppError =>
  new AppError("unsupported_type", messages[reason]);

const programs = { pdf: "", doc: " in Word", docx: " in Word", xls: " in Excel", xlsx: " in Excel" };

export const extensionMismatch = (kind: DocumentKind): AppError =>
  new AppError(
    "unsupported_type",
    `This file's contents don't match its .${kind} extension. Open it${programs[kind]}, save it as ${kind.toUpperCase()}, and upload the new copy.`,
  );
