import { sendForm } from "#web/send-form.ts";
import type { addPhotos, WorkOrder } from "../contract.ts";
import type { addFiles } from "../files-contract.ts";

export interface FilesToAdd {
  files: readonly File[];
  /** The text fields of the form. */
  fields: Record<string, string>;
  /** The same for every attempt to send these files. */
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  /** A file was kept on this phone, and needs to be chosen no longer. */
  onKept?: ((file: File) => void) | undefined;
}

/**
 * Sends photos or other files of an order as multipart form data.
 * @throws ApiError when the response is not OK, UnreachableError when none comes
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
