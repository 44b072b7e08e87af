import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { SentRequest } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { readStatus } from "../../status.ts";
import { buildWorkOrder, serveList } from "./work-orders.ts";

export const findColumn = (name: string) => screen.findByRole("region", { name });
export const findCardIn = async (name: string, id: number) =>
  within(await findColumn(name)).findByRole("article", { name: new RegExp(`^${toNumber(id)} `) });
export const toNumber = (id: number) => `#WO-${String(id).padStart(4, "0")}`;
export const findCount = async (name: string) =>
  (await findColumn(name)).querySelector("header")?.textContent;

/** Fakes a server with these work orders, whose status PATCH changes. */
export function serveBoard(rows: WorkOrderRow[]) {
  const state = new Map(rows.map((row) => [row.id, row]));
  const getRows = () => [...state.values()].sort((a, b) => b.id - a.id);
  return {
    state,
    responses: {
      "GET /api/work-orders": serveList(getRows),
      ...Object.fromEntries(
        rows.map(({ id }) => [
          `PATCH /api/work-orders/${id}/status`,
          ({ body }: SentRequest) => {
            const row = state.get(id) as WorkOrderRow;
            const status = readStatus((body as { status: string }).status);
            const movedRow = { ...row, status, version: row.version + 1 };
            state.set(id, movedRow);
            return buildWorkOrder(id, movedRow);
          },
        ]),
      ),
    },
  };
}

/** Drags as a browser does: start, over the column, drop. */
export async function drag(card: HTMLElement, target: HTMLElement) {
  const dataTransfer = { setData: () => undefined, effectAllowed: "", dropEffect: "" };
  fireEvent.dragStart(card, { dataTransfer });
  const isDraggable = card.getAttribute("draggable") === "true";
  await waitFor(() => expect(card.className.includes("opacity-40")).toBe(isDraggable));
  fireEvent.dragOver(target, { dataTransfer });
  const dragOverEvent = createEvent.dragOver(target, { dataTransfer });
  fireEvent(target, dragOverEvent);
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(card, { dataTransfer });
  return dragOverEvent;
}
