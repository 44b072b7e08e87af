import { call } from "#web/api-client.ts";
import { shrinkPhotos } from "#web/offline-queue/shrink-photo.ts";
import { sendForm } from "#web/send-form.ts";
import { createWorkOrder, type WorkOrder, type workOrderForm } from "../../contract.ts";

/** The fields of the report form, as entered. */
export type ProblemReportValues = Record<keyof typeof workOrderForm.shape | "propertyId" | "unitId", string>;

export interface ProblemReport extends Partial<ProblemReportValues> {
  photos: readonly File[];
  /** Stays the same across attempts to send this report. */
  idempotencyKey: string;
  /** Reports the upload progress of the photos, from 0 to 1. */
  onProgress?: ((progress: number) => void) | undefined;
  /** Aborts the upload of the photos. A report without photos can't be aborted. */
  signal?: AbortSignal;
}

/**
 * Sends a report as multipart form data (WO-70).
 * @throws ApiError if the response isn't OK, UnreachableError if there is none, the reason of `signal` if
 * aborted, NotSavedError if a photo can't be read
 */
export async function sendReport(report: ProblemReport): Promise<WorkOrder> {
  const { photos, idempotencyKey, onProgress = () => undefined, signal, ...fields } = report;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, status: "open" }))
    if (value !== "") form.append(name, value);
  for (const photo of await shrinkPhotos(photos)) form.append("images", photo, photo.name);
  if (photos.length === 0) return call(createWorkOrder, { body: form, idempotencyKey });
  signal?.throwIfAborted();
  return sendForm(createWorkOrder, { form, idempotencyKey, onProgress, signal });
}
