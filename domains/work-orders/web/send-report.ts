import { call } from "#web/api-client.ts";
import { sendForm } from "#web/send-form.ts";
import { createWorkOrder, type WorkOrder } from "../contract.ts";

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
 * Sends a report as the form it is (WO-70).
 * @throws ApiError when the response is not OK, UnreachableError when none comes
 */
export function sendReport(report: Report): Promise<WorkOrder> {
  const form = formOf(report);
  const { idempotencyKey, onProgress = () => undefined } = report;
  if (report.photos.length === 0) return call(createWorkOrder, { body: form, idempotencyKey });
  return sendForm(createWorkOrder, { form, idempotencyKey, onProgress });
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
