import { cleanLine } from "#shared/http/fields.ts";
import type { DocumentType, Visibility } from "../../types.ts";

/** The values entered for one file. The building is the same for all files. */
export interface FileRow {
  /** The file this belongs to. Empty if no file is selected yet. */
  fileKey: string;
  title: string;
  type: DocumentType | "";
  unitId: string;
  visibility: Visibility | "";
  expiresOn: string;
}

export const emptyRow: FileRow = {
  fileKey: "",
  title: "",
  type: "",
  unitId: "",
  visibility: "",
  expiresOn: "",
};

/** Identifies a file, even after it was saved on this device and restored. */
export const getFileKey = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`;

/**
 * Returns a title from a file's name: without its extension, and with spaces instead of separators, except
 * between digits.
 */
export const titleFromName = (name: string): string =>
  cleanLine(name.replace(/\.[a-z]{3,4}$/i, "").replace(/_+|(?<!\d)[-.+]+|[-.+]+(?!\d)/g, " ")).slice(0, 200);

interface PreviousSelection {
  files: readonly File[];
  rows: readonly FileRow[];
}

/**
 * Returns a row for each file. A new file gets its title from its name. Values entered before a file was
 * selected go to the first file. Other new files start with the type, unit, and audience of the first row,
 * but never with its expiration date.
 */
export function fillRows(
  files: readonly File[],
  { files: previousFiles, rows }: PreviousSelection,
): FileRow[] {
  // The rows of a restored draft wait for their files.
  if (files.length === 0 && previousFiles.length === 0) return [...rows];
  const [firstFile] = previousFiles;
  const firstRow = rows[0] ?? emptyRow;
  const hasTitleFromName = firstFile !== undefined && firstRow.title === titleFromName(firstFile.name);
  const enteredRow = { ...firstRow, fileKey: "", title: hasTitleFromName ? "" : firstRow.title };
  const sharedRow = { ...enteredRow, title: "", expiresOn: "" };
  const startRow = previousFiles.length > 1 ? sharedRow : enteredRow;
  if (files.length === 0) return [startRow];
  return files.map((file, index) => {
    const fileKey = getFileKey(file);
    const newRow = index === 0 ? startRow : sharedRow;
    return (
      rows.find((row) => row.fileKey === fileKey) ?? {
        ...newRow,
        fileKey,
        title: newRow.title || titleFromName(file.name),
      }
    );
  });
}
