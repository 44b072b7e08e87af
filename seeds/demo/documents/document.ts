import type { DocumentType, Visibility } from "#domains/documents/types.ts";
import type { PdfContent } from "#server/integrations/render-pdf.ts";
import type { TextDocument, Workbook } from "../../office-files.ts";
import type { PersonKey } from "../people.ts";

/** What a file holds; `now` is the moment of the first start, from which its days are counted. */
export type Written = (now: Date) => PdfContent | TextDocument | Workbook;

/** A file of a document: written, or an earlier one that is shown again. Ages are those of `instantAgo`. */
export type DemoFile = { by?: PersonKey; ago?: string } & (
  | { name: string; write: Written }
  | { bringsBack: number }
);

export interface DemoDocument {
  title: string;
  type: DocumentType;
  property: number;
  /** A document of a lease is of its first unit, and seen by its members unless `visibility` says otherwise. */
  lease?: number;
  unit?: number;
  visibility?: Visibility;
  by: PersonKey;
  ago: string;
  /** The days from now to its last one. */
  validForDays?: number;
  /** Oldest first; the last one is shown. */
  files: readonly [DemoFile, ...DemoFile[]];
  trashed?: { by: PersonKey; ago: string };
  /** Who looked at it or took it along, oldest first. */
  taken?: readonly { by: PersonKey; ago: string; kind: "preview" | "download"; number?: number }[];
}
