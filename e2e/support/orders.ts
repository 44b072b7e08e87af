import type { Page } from "@playwright/test";
import type { Status } from "../../domains/work-orders/status.ts";
import { expect } from "./journey.ts";

interface Fault {
  title?: string;
  description?: string;
  category?: string;
  location?: string;
  priority?: string;
  propertyId?: number;
  status?: Status;
  images?: { name: string; mimeType: string; buffer: Buffer };
}

let reports = 0;

/** A title that no other order has. */
export const uniqueTitle = (words: string): string =>
  `${words} ${process.pid.toString(36)}${(++reports).toString(36)}`;

export interface Reported {
  id: number;
  /** The number as people write it. */
  number: string;
  title: string;
}

/** A new work order, reported by the user signed in on `page`. */
export async function report(page: Page, words: string, fault: Fault = {}): Promise<Reported> {
  const { status, ...facts } = fault;
  const title = facts.title ?? uniqueTitle(words);
  const response = await page.request.post("/api/work-orders", {
    multipart: {
      description: "It began this morning and is getting worse.",
      category: "Plumbing",
      location: "Suite 101, kitchenette",
      priority: "medium",
      status: "open",
      ...facts,
      title,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { id } = (await response.json()) as { id: number };
  if (status !== undefined) await move(page, id, status);
  return { id, number: `#WO-${String(id).padStart(4, "0")}`, title };
}

/** Moves an order over the API, as if on another screen. */
export async function move(page: Page, id: number, status: Status): Promise<void> {
  const response = await page.request.patch(`/api/work-orders/${id}/status`, { data: { status } });
  expect(response.status(), await response.text()).toBe(200);
}
