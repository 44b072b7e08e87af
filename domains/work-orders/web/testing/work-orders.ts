import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { admin, type FakeResponses, openPortal, type SentRequest } from "#web/testing/open-page.tsx";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../../contract.ts";
import { statuses } from "../../status.ts";
import type { WorkConflict } from "../../work.ts";
import type { OpenConflict } from "../../work-contract.ts";

export const technician: SessionUser = { ...admin, id: 5, fullName: "Theo Unger", role: "maintenance" };
export const landlord: SessionUser = { ...admin, id: 6, fullName: "Linda Harcourt", role: "landlord" };

export const buildRow = (id: number, overrides: Partial<WorkOrderRow> = {}): WorkOrderRow => ({
  id,
  title: `Problem ${id}`,
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
  clockStartedAt: null,
  team: null,
  awaitingApproval: false,
  ...overrides,
});

export const buildWorkOrder = (id: number, overrides: Partial<WorkOrder> = {}): WorkOrder => ({
  ...buildRow(id),
  reportedAt: "2025-01-05T15:07:00Z",
  updatedAt: "2025-01-05T15:07:00Z",
  completedAt: null,
  property: { id: 1, name: "Harborview Center", address: "1 Harbor Way" },
  unit: { id: 3, unitNumber: "101", floor: null },
  access: { building: null, unit: null },
  createdBy: {
    id: 2,
    fullName: "Maria Gonzales",
    role: "tenant",
    company: "Harbor Lane Coffee",
    phone: "(415) 555-0101",
    email: "maria@example.com",
  },
  assigneeEmail: null,
  images: [],
  files: [],
  times: [],
  conflicts: [],
  contentHash: `hash of ${id}`,
  signatures: [],
  isWatching: false,
  watchers: [],
  members: [],
  can: {
    edit: true,
    delete: true,
    moveTo: [...statuses],
    assign: "any",
    work: true,
    setDue: true,
    plan: true,
    proposeVisit: true,
    confirmVisit: false,
    cancelVisit: false,
    watch: true,
    changeWatchers: true,
    comment: true,
    commentInternally: true,
    addPhotos: true,
    addFiles: true,
    sign: true,
  },
  ...overrides,
});

export const buildImage = (id: number, overrides: Partial<WorkOrder["images"][number]> = {}) => ({
  id,
  url: `/api/work-orders/7/images/${id}`,
  thumbnailUrl: `/api/work-orders/7/images/${id}?size=thumbnail`,
  width: 800,
  height: 600,
  label: null,
  addedBy: { id: 2, fullName: "Maria Gonzales" },
  addedAt: "2025-01-05T15:07:00Z",
  canRemove: false,
  ...overrides,
});

export const buildFile = (id: number, overrides: Partial<WorkOrder["files"][number]> = {}) => ({
  id,
  url: `/api/work-orders/7/files/${id}`,
  name: "manual.pdf",
  mediaType: "application/pdf",
  bytes: 2048,
  internal: false,
  addedBy: { id: 2, fullName: "Maria Gonzales" },
  addedAt: "2025-01-05T15:07:00Z",
  canRemove: false,
  ...overrides,
});

export const buildEntry = (id: number, overrides: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  actionType: "created",
  message: `Entry ${id}`,
  newStatus: null,
  userId: 2,
  user: { fullName: "Maria Gonzales", role: "tenant" },
  createdAt: "2025-01-05T15:07:00Z",
  happenedAt: null,
  internal: false,
  ...overrides,
});

export const buildSignature = (overrides: Partial<WorkOrder["signatures"][number]> = {}) => ({
  id: 9,
  url: "/api/work-orders/7/signatures/9",
  signedByName: "Maria Gonzales",
  signedBy: { id: 2, fullName: "Maria Gonzales" },
  signedAt: "2025-01-06T10:00:00Z",
  changedAfterSigning: false,
  ...overrides,
});

/** Sam completed the work order at 2:05 PM, after Linda had cancelled it at 1:00 PM. */
export const buildConflict = (overrides: Partial<WorkConflict> = {}): WorkConflict => ({
  id: 4,
  requested: { step: "complete" },
  current: {
    field: "status",
    status: "cancelled",
    assignee: "Sam Whitfield",
    pause: null,
    by: "Linda Harcourt",
    at: "2026-11-23T21:00:00Z",
  },
  by: { id: technician.id, fullName: "Sam Whitfield" },
  happenedAt: "2026-11-23T22:05:00Z",
  signature: null,
  canResolve: true,
  canUse: true,
  ...overrides,
});

export const buildOpenConflict = (id: number, overrides: Partial<WorkConflict> = {}): OpenConflict => ({
  ...buildConflict({ id, ...overrides }),
  order: {
    id,
    title: `Problem ${id}`,
    status: "cancelled",
    timeZone: "America/Los_Angeles",
    property: "Harborview Center",
    unitNumber: "101",
  },
});

/** Fakes the list endpoint: filters by status and category, and paginates by page or cursor. */
export const serveList = (rows: () => readonly WorkOrderRow[]) => (sent: SentRequest) => {
  const query = new URL(sent.path, "http://localhost").searchParams;
  const status = query.get("status");
  const matches = rows().filter(
    (row) =>
      (status === null || row.status === status || (status === "open" && row.status === "urgent")) &&
      (query.get("category") === null || row.category === query.get("category")),
  );
  const size = Number(query.get("pageSize") ?? query.get("limit") ?? 100);
  const cursor = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
  const start = query.has("page") ? (Number(query.get("page")) - 1) * size : 0;
  const part = matches.filter(({ id }) => id < cursor).slice(start, start + size);
  const headers: Record<string, string> = { "X-Total-Count": String(matches.length) };
  const last = part.at(-1);
  if (!query.has("page") && part.length === size && last !== undefined)
    headers["Link"] = `</api/work-orders?limit=${size}&cursor=${last.id}>; rel="next"`;
  return Response.json(part, { headers });
};

export const defaultResponses: FakeResponses = {
  "GET /api/buildings": [{ id: 1, name: "Harborview Center", address: "1 Harbor Way", image: null }],
  "GET /api/work-orders": serveList(() => []),
};

export const openAs = (user: SessionUser, address: string, responses: FakeResponses = {}) =>
  openPortal(address, { session: user, responses: { ...defaultResponses, ...responses } });

/** Fakes what jsdom lacks: a canvas, scrolling, and the height of a list. */
export function fakeCanvas(): void {
  beforeEach(() => {
    Element.prototype.scrollIntoView = () => undefined;
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(720);
    const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/png;base64,AAAA");
  });
}

export const findCalls = (sent: readonly SentRequest[], endpoint: string) =>
  sent.filter(({ method, path }) => `${method} ${path.split("?")[0]}` === endpoint);

/** Expects exactly this visible toast. */
export async function expectToast(
  title: string,
  message: string,
  variant: "default" | "destructive" = "default",
) {
  await waitFor(
    () => {
      const visible = document.querySelector("[data-toast-viewport] [data-variant]");
      expect(visible?.textContent).toContain(message);
      expect(visible?.textContent).toContain(title);
      expect(visible?.getAttribute("data-variant")).toBe(variant);
    },
    { timeout: 4_000 },
  );
}

export const waitForPage = () => screen.findByRole("heading", { level: 1, name: "Work Orders" });

/** The actions of a viewer who can't do anything. */
export const noActions: WorkOrder["can"] = {
  edit: false,
  delete: false,
  moveTo: [],
  assign: "no",
  work: false,
  setDue: false,
  plan: false,
  proposeVisit: false,
  confirmVisit: false,
  cancelVisit: false,
  watch: false,
  changeWatchers: false,
  comment: false,
  commentInternally: false,
  addPhotos: false,
  addFiles: false,
  sign: false,
};

/** Serves these rows as the list of work orders. */
export const serveRows = (rows: WorkOrderRow[]) => ({ "GET /api/work-orders": serveList(() => rows) });

/** Finds the rows of the work order table, without its header. */
export async function findBodyRows(): Promise<HTMLElement[]> {
  const table = await screen.findByRole("table", { name: "Work orders" });
  return within(table).getAllByRole("row").slice(1);
}
