import * as z from "zod/mini";
import { ApiError, call, UnreachableError } from "#web/api-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { createWorkOrder, type WorkOrder, workOrder } from "../contract.ts";

export interface Report {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  propertyId?: string | undefined;
  unitId?: string | undefined;
  photos: readonly File[];
  /** The same for every attempt to send this report. */
  idempotencyKey: string;
  /** How much of the photos has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Sends a report as the form it is (WO-70). With photos it goes by XMLHttpRequest, because `fetch` does not tell how much
 * has been sent, and ten photos on a bad line take minutes.
 * @throws ApiError when the answer is not OK, UnreachableError when none comes
 */
export function sendReport(report: Report): Promise<WorkOrder> {
  const form = formOf(report);
  const { idempotencyKey, onProgress } = report;
  if (report.photos.length === 0) return call(createWorkOrder, { body: form, idempotencyKey });
  return sendForm(form, idempotencyKey, onProgress ?? (() => undefined));
}

function formOf(report: Report): FormData {
  const { title, description, category, location, priority, propertyId, unitId, photos } = report;
  const form = new FormData();
  for (const [name, value] of Object.entries({ title, description, category, location, priority }))
    form.append(name, value);
  form.append("status", "open");
  if (propertyId !== undefined && propertyId !== "") form.append("propertyId", propertyId);
  if (unitId !== undefined && unitId !== "") form.append("unitId", unitId);
  for (const photo of photos) form.append("images", photo, photo.name);
  return form;
}

function sendForm(
  form: FormData,
  idempotencyKey: string,
  onProgress: (share: number) => void,
): Promise<WorkOrder> {
  return new Promise((resolve, reject) => {
    if (!isServerReachable())
      return reject(new UnreachableError("The saved session stands in for the server."));
    const request = new XMLHttpRequest();
    request.open(createWorkOrder.method, createWorkOrder.path);
    request.withCredentials = true;
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      lengthComputable && total > 0 && onProgress(loaded / total);
    request.onerror = () => reject(new UnreachableError(new Error("The upload was cut off.")));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText));
      try {
        resolve(z.parse(workOrder, JSON.parse(responseText)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error("The answer could not be read."));
      }
    };
    request.send(form);
  });
}
