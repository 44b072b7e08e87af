import { documentForm } from "../../contract.ts";
import type { DocumentType } from "../../types.ts";
import type { NewZipDocument, ZipFile, ZipOutcome } from "../../zip-contract.ts";
import { titleFromName } from "../upload/fill-rows.ts";

/** A file of the ZIP with the values that the user can correct. */
export interface ZipRow {
  file: ZipFile;
  /** Whether it will be added. */
  isIncluded: boolean;
  title: string;
  propertyId: string;
  /** Empty means all units. */
  unitId: string;
  type: DocumentType;
  outcome: ZipOutcome | null;
}

export const toRow = (file: ZipFile): ZipRow => ({
  file,
  isIncluded: file.error === null,
  title: titleFromName(file.path.split("/").at(-1) ?? ""),
  propertyId: String(file.propertyId ?? ""),
  unitId: String(file.unitId ?? ""),
  type: file.type,
  outcome: null,
});

/** Whether the file can still become a document. */
export const canAdd = ({ file, outcome }: ZipRow): boolean =>
  file.error === null && (outcome === null || outcome.documentId === null);

/** Returns the error messages of the values. A row without errors can be sent. */
export const findRowErrors = ({ title, propertyId }: ZipRow): { title?: string; propertyId?: string } => ({
  ...(!documentForm.shape.title.safeParse(title).success && { title: "Title must be at least 3 characters" }),
  ...(propertyId === "" && { propertyId: "Please select a property" }),
});

export const toNewDocument = ({ file, title, type, propertyId, unitId }: ZipRow): NewZipDocument => ({
  index: file.index,
  title,
  type,
  propertyId: Number(propertyId),
  unitId: unitId === "" ? null : Number(unitId),
});
