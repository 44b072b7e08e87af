import { sendForm } from "#web/send-form.ts";
import type { addPhotos, WorkOrder } from "../../contract.ts";
import type { addFiles } from "../../files-contract.ts";

export interface FilesToAdd {
  files: readonly File[];
  /** The text fields of the form. */
  fields: Record<string, string>;
  /** Stays the same across attempts to send these files. */
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (progress: number) => void;
  /** Called when a file is saved on this phone and can be removed from the selection. */
  onSaved?: ((file: File) => void) | undefined;
}

/**
 * Sends photos or other files of a work order as multipart form data.
 * @throws ApiError if the response isn't OK, UnreachableError if there is none
 */
export function sendFiles(
  endpoint: typeof addPhotos | typeof addFiles,
  id: number,
  { files, fields, ...options }: FilesToAdd,
): Promise<WorkOrder> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append(endpoint.files.name, file, file.name);
  return sendForm(endpoint, { params: { id }, form, ...options });
}
