import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { SentRequest } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { readStatus } from "../../status.ts";
import { buildWorkOrder, serveList } from "./work-orders.ts";

export const column = (name: string) => screen.findByRole("region", { name });
export const cardIn = async (name: string, id: number) =>
  within(await column(name)).findByRole("article", { name: new RegExp(`^${toNumber(id)} `) });
export const toNumber = (id: number) => `#WO-${String(id).padStart(4, "0")}`;
export const findCount = async (name: string) => (await column(name)).querySelector("header")?.textContent;

/** A server with these work orders. PATCH changes their status. */
export function server(rows: WorkOrderRow[]) {
  const state = new Map(rows.map((row) => [row.id, row]));
  const present = () => [...state.values()].sort((a, b) => b.id - a.id);
  return {
    state,
    responses: {
      "GET /api/work-orders": serveList(present),
      ...Object.fromEntries(
        rows.map(({ id }) => [
          `PATCH /api/work-orders/${id}/status`,
          ({ body }: SentRequest) => {
            const row = state.get(id) as WorkOrderRow;
            const status = readStatus((body as { status: string }).status);
            const moved = { ...row, status, version: row.version + 1 };
            state.set(id, moved);
            return buildWorkOrder(id, moved);
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
  const isTaken = card.getAttribute("draggable") === "true";
  await waitFor(() => expect(card.className.includes("opacity-40")).toBe(isTaken));
  fireEvent.dragOver(target, { dataTransfer });
  const carried = createEvent.dragOver(target, { dataTransfer });
  fireEvent(target, carried);
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(card, { dataTransfer });
  return carried;
}
