import type { DocumentType, Visibility } from "#domains/documents/types.ts";
import type { StoredFile } from "#server/integrations/files/file-store.ts";
import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import type { TextDocument, Workbook } from "../../office-files.ts";
import type { PersonKey } from "../people.ts";

/** Builds a file's contents. `now` is the time of the first start, from which its dates are counted. */
export type WriteContent = (now: Date) => PdfContent | TextDocument | Workbook;

/**
 * A document's file: a new one, or an earlier version that was restored. Ages have the format of
 * `instantAgo`.
 */
export type DemoFile = { by?: PersonKey; ago?: string } & (
  | { name: string; write: WriteContent }
  | { restores: number }
);

export interface DemoDocument {
  title: string;
  type: DocumentType;
  property: number;
  /**
   * A lease's document belongs to the lease's first unit. By default, it's visible to the people on the
   * lease.
   */
  lease?: number;
  unit?: number;
  visibility?: Visibility;
  by: PersonKey;
  ago: string;
  /** The days from now to the expiration date. */
  validForDays?: number;
  /** Oldest first. The last one is the current version. */
  files: readonly [DemoFile, ...DemoFile[]];
  trashed?: { by: PersonKey; ago: string };
  /** Previews and downloads, oldest first. */
  downloads?: readonly { by: PersonKey; ago: string; kind: "preview" | "download"; number?: number }[];
}

/** A stored file, or an earlier version that was restored. */
export interface StoredDemoFile {
  number: number;
  file: StoredFile;
  name: string;
  mediaType: string;
  uploadedById: number;
  uploadedAt: Date;
  restoredFrom: number | null;
}

export interface StoredDemoDocument {
  id: number;
  source: DemoDocument;
  createdAt: Date;
  files: StoredDemoFile[];
}
