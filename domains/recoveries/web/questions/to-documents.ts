import { findFileError } from "#domains/documents/check-file.ts";
import { isScanPhoto, photosToPdf } from "#domains/documents/web/upload/photos-to-pdf.ts";

/**
 * Returns the selected files as documents. Photos become the pages of one PDF.
 * @throws Error with a message for a file that can't be uploaded
 */
export async function toDocuments(files: readonly File[]): Promise<File[]> {
  const photos = files.filter(isScanPhoto);
  const documents = files.filter((file) => !isScanPhoto(file));
  for (const file of documents) {
    const error = findFileError(file);
    if (error !== undefined) throw new Error(`${file.name}: ${error}`);
  }
  if (photos.length === 0) return documents;
  const [first] = photos;
  return [...documents, await photosToPdf(photos, `${first?.name.replace(/\.\w+$/, "") ?? "Photos"}.pdf`)];
}
