import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Answers, admin, openPortal, type Sent } from "#web/testing/open-page.tsx";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../../contract.ts";
import { statuses } from "../../status.ts";
import type { Clash } from "../../work.ts";
import type { OpenClash } from "../../work-contract.ts";

export const technician: SessionUser = { ...admin, id: 5, fullName: "Theo Unger", role: "maintenance" };
export const landlord: SessionUser = { ...admin, id: 6, fullName: "Linda Harcourt", role: "landlord" };

export const rowOf = (id: number, more: Partial<WorkOrderRow> = {}): WorkOrderRow => ({
  id,
  title: `Fault number ${id}`,
  description: "It has been broken since Monday morning.",
  category: "Plumbing",
  location: `Room ${id}`,
  priority: "medium",
  status: "open",
  createdAt: "2025-01-05T15:07:00Z",
  dueAt: null,
  plannedOn: null,
  estimateMinutes: null,
  timeZone: "America/Los_Angeles",
  appointment: null,
  pause: null,
  signatureUrl: null,
  version: 1,
  propertyId: 1,
  unitNumber: "101",
  assignee: null,
  team: null,
  awaitingApproval: false,
  ...more,
});

export const orderOf = (id: number, more: Partial<WorkOrder> = {}): WorkOrder => ({
  ...rowOf(id),
  updatedAt: "2025-01-05T15:07:00Z",
  completedAt: null,
  property: { id: 1, name: "Harborview Center", address: "1 Harbor Way" },
  unit: { id: 3, unitNumber: "101", floor: null },
  access: { building: null, unit: null },
  createdBy: { id: 2, fullName: "Maria Gonzales", role: "tenant" },
  images: [],
  files: [],
  times: [],
  clashes: [],
  signatures: [],
  isWatching: false,
  watchers: [],
  may: {
    edit: true,
    delete: true,
    moveTo: [...statuses],
    assign: "any",
    work: true,
    setDue: true,
    plan: true,
    proposeVisit: true,
    agreeToVisit: false,
    callOffVisit: false,
    watch: true,
    changeWatchers: true,
    comment: true,
    commentInternally: true,
    addPhotos: true,
    addFiles: true,
    sign: true,
  },
  ...more,
});

export const imageOf = (id: number, more: Partial<WorkOrder["images"][number]> = {}) => ({
  id,
  url: `/api/work-orders/7/images/${id}`,
  thumbnailUrl: `/api/work-orders/7/images/${id}?size=thumbnail`,
  width: 800,
  height: 600,
  label: null,
  addedBy: { id: 2, fullName: "Maria Gonzales" },
  addedAt: "2025-01-05T15:07:00Z",
  mayRemove: false,
  ...more,
});

export const fileOf = (id: number, more: Partial<WorkOrder["files"][number]> = {}) => ({
  id,
  url: `/api/work-orders/7/files/${id}`,
  name: "manual.pdf",
  mediaType: "application/pdf",
  bytes: 2048,
  internal: false,
  addedBy: { id: 2, fullName: "Maria Gonzales" },
  addedAt: "2025-01-05T15:07:00Z",
  mayRemove: false,
  ...more,
});

export const entryOf = (id: number, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  actionType: "created",
  message: `Entry ${id}`,
  userId: 2,
  user: { fullName: "Maria Gonzales", role: "tenant" },
  createdAt: "2025-01-05T15:07:00Z",
  happenedAt: null,
  internal: false,
  ...more,
});

export const signatureOf = (more: Partial<WorkOrder["signatures"][number]> = {}) => ({
  id: 9,
  url: "/api/work-orders/7/signatures/9",
  signedByName: "Maria Gonzales",
  signedBy: { id: 2, fullName: "Maria Gonzales" },
  signedAt: "2025-01-06T10:00:00Z",
  changedAfterSigning: false,
  ...more,
});

/** Sam completed at 2:05 PM what Linda had cancelled at 1:00 PM. */
export const clashOf = (more: Partial<Clash> = {}): Clash => ({
  id: 4,
  asked: { did: "complete" },
  found: {
    what: "status",
    status: "cancelled",
    assignee: "Sam Whitfield",
    pause: null,
    by: "Linda Harcourt",
    at: "2026-11-23T21:00:00Z",
  },
  by: { id: technician.id, fullName: "Sam Whitfield" },
  happenedAt: "2026-11-23T22:05:00Z",
  mayResolve: true,
  mayUse: true,
  ...more,
});

export const openClashOf = (id: number, more: Partial<Clash> = {}): OpenClash => ({
  ...clashOf({ id, ...more }),
  order: {
    id,
    title: `Fault number ${id}`,
    status: "cancelled",
    timeZone: "America/Los_Angeles",
    building: "Harborview Center",
    unitNumber: "101",
  },
});

/** Answers a list request as the server does: by status and category, with a page or the part after a cursor. */
export const listOf = (rows: () => readonly WorkOrderRow[]) => (sent: Sent) => {
  const query = new URL(sent.path, "http://localhost").searchParams;
  const status = query.get("status");
  const found = rows().filter(
    (row) =>
      (status === null || row.status === status || (status === "open" && row.status === "urgent")) &&
      (query.get("category") === null || row.category === query.get("category")),
  );
  const size = Number(query.get("pageSize") ?? query.get("limit") ?? 100);
  const cursor = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
  const start = query.has("page") ? (Number(query.get("page")) - 1) * size : 0;
  const part = found.filter(({ id }) => id < cursor).slice(start, start + size);
  const headers: Record<string, string> = { "X-Total-Count": String(found.length) };
  const last = part.at(-1);
  if (!query.has("page") && part.length === size && last !== undefined)
    headers["Link"] = `</api/work-orders?limit=${size}&cursor=${last.id}>; rel="next"`;
  return Response.json(part, { headers });
};

export const quietAnswers: Answers = {
  "GET /api/buildings": [{ id: 1, name: "Harborview Center", address: "1 Harbor Way", image: null }],
  "GET /api/work-orders": listOf(() => []),
};

export const openAs = (user: SessionUser, address: string, responses: Answers = {}) =>
  openPortal(address, { session: user, responses: { ...quietAnswers, ...responses } });

/** What jsdom does not have: a canvas, and scrolling. */
export function fakeCanvas(): void {
  beforeEach(() => {
    Element.prototype.scrollIntoView = () => undefined;
    const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/png;base64,AAAA");
  });
}

export const calls = (sent: readonly Sent[], what: string) =>
  sent.filter(({ method, path }) => `${method} ${path.split("?")[0]}` === what);

/** The one visible toast. */
export async function expectToast(
  title: string,
  message: string,
  variant: "default" | "destructive" = "default",
) {
  await waitFor(
    () => {
      const shown = document.querySelector("[data-toast-viewport] [data-variant]");
      expect(shown?.textContent).toContain(message);
      expect(shown?.textContent).toContain(title);
      expect(shown?.getAttribute("data-variant")).toBe(variant);
    },
    { timeout: 4_000 },
  );
}

export const pageIsHere = () => screen.findByRole("heading", { level: 1, name: "Work Orders" });
