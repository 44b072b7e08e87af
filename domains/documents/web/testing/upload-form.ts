import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { type FakeResponses, tenant } from "#web/testing/open-page.tsx";
import { buildings, makeCard, openDocuments } from "./cards.ts";

export const makeUnit = (id: number, unitNumber: string, overrides: object = {}) => ({
  id,
  propertyId: 1,
  unitNumber,
  type: "office",
  status: "occupied",
  ...overrides,
});
export const tenUnits = Array.from({ length: 10 }, (_, index) => makeUnit(index + 3, String(101 + index)));
export const createdDocument = {
  ...makeCard(9),
  files: [],
  trashedAt: null,
  can: { edit: true, chooseVisibility: true, readDownloads: true },
};

export const openUploadForm = (user = tenant, responses: FakeResponses & { address?: string } = {}) =>
  openDocuments(user, {
    address: "/documents?upload=yes",
    "GET /api/buildings": buildings.slice(0, 1),
    "GET /api/properties/1/units": tenUnits,
    "GET /api/properties/2/units": [makeUnit(40, "B1", { propertyId: 2 })],
    ...responses,
  });
export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
export const makeFile = (name: string, bytes = 100) =>
  Object.defineProperty(new File(["%PDF-1.4"], name), "size", { value: bytes });
export const selectFile = async (file: File) =>
  fireEvent.change(await field("Document file"), { target: { files: [file] } });
export const waitForBuilding = async () =>
  waitFor(async () => expect((await field("Building")).value).toBe("1"));
