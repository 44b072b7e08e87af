import type { Page } from "@playwright/test";
import type { Status } from "../../domains/work-orders/status.ts";
import { expect, runId } from "./journey.ts";

interface WorkOrderFields {
  title?: string;
  category?: string;
  priority?: string;
  propertyId?: number;
}

let titles = 0;

/** Returns a title that no other work order has. */
export const uniqueTitle = (words: string): string => `${words} ${runId}${(++titles).toString(36)}`;

export interface CreatedWorkOrder {
  id: number;
  /** As displayed, e.g. `#WO-0012`. */
  number: string;
  title: string;
}

/** Creates a work order as the user signed in on `page`. */
export async function createWorkOrder(
  page: Page,
  words: string,
  fields: WorkOrderFields = {},
): Promise<CreatedWorkOrder> {
  const title = fields.title ?? uniqueTitle(words);
  const response = await page.request.post("/api/work-orders", {
    multipart: {
      description: "It started this morning and is getting worse.",
      category: "Plumbing",
      location: "Suite 101, kitchenette",
      priority: "medium",
      status: "open",
      ...fields,
      title,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { id } = (await response.json()) as { id: number };
  return { id, number: `#WO-${String(id).padStart(4, "0")}`, title };
}

/** Pauses the technician's running work, like before a break. The next start then has no timer to stop. */
export async function pauseRunningWork(page: Page): Promise<void> {
  const times = (await (await page.request.get("/api/my-times")).json()) as {
    workOrderId: number;
    endedAt: string | null;
  }[];
  for (const { workOrderId } of times.filter(({ endedAt }) => endedAt === null)) {
    const response = await page.request.post(`/api/work-orders/${workOrderId}/work`, {
      data: { step: "pause", reason: "break" },
    });
    expect(response.status(), await response.text()).toBe(200);
  }
}

/** Changes a work order's status through the API, as if on another screen. */
export async function changeStatus(page: Page, id: number, status: Status): Promise<void> {
  const response = await page.request.patch(`/api/work-orders/${id}/status`, {
    data: { status, ...(status === "cancelled" ? { reason: "Reported twice." } : {}) },
  });
  expect(response.status(), await response.text()).toBe(200);
}
