import type { DocumentType, Visibility } from "#domains/documents/types.ts";
import type { PdfContent } from "#server/integrations/render-pdf.ts";
import type { TextDocument, Workbook } from "../../office-files.ts";
import type { PersonKey } from "../people.ts";

/** Writes the contents of a file; `now` is the moment of the first start, from which its days are counted. */
export type Written = (now: Date) => PdfContent | TextDocument | Workbook;

/** A file of a document: a written one, or a restored earlier one. Ages have the form of `instantAgo`. */
export type DemoFile = { by?: PersonKey; ago?: string } & (
  | { name: string; write: Written }
  | { bringsBack: number }
);

export interface DemoDocument {
  title: string;
  type: DocumentType;
  property: number;
  /** A document of a lease belongs to its first unit, and is visible to its members unless `visibility` is given. */
  lease?: number;
  unit?: number;
  visibility?: Visibility;
  by: PersonKey;
  ago: string;
  /** The days from now to the expiry day. */
  validForDays?: number;
  /** Oldest first; the last one is current. */
  files: readonly [DemoFile, ...DemoFile[]];
  trashed?: { by: PersonKey; ago: string };
  /** Previews and downloads, oldest first. */
  taken?: readonly { by: PersonKey; ago: string; kind: "preview" | "download"; number?: number }[];
}
