import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { VendorRow } from "../../vendors-contract.ts";

resetBrowser();

const vendor: VendorRow = {
  id: 4,
  name: "Sound Janitorial",
  contactName: "Dana Ruiz",
  email: "dana@sound.example",
  phone: "206-555-0101",
  notes: "",
  isArchived: false,
  version: 1,
  lastBilledOn: "2026-11-03",
};

it("the vendors page lists vendors with a link to their bills and can archive a vendor [EXP-04]", async () => {
  const { sent } = await openPortal("/vendors", {
    session: { ...admin, role: "landlord" },
    responses: {
      "GET /api/vendors": [vendor],
      "PATCH /api/vendors/4": { ...vendor, isArchived: true, version: 2 },
    },
  });
  const table = within(await screen.findByRole("table", { name: "Vendors" }));
  expect(table.getByRole("link", { name: /^Bills from Sound/ }).getAttribute("href")).toBe(
    "/bills?vendorId=4",
  );
  await userEvent.click(table.getByRole("button", { name: "Edit Sound Janitorial" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Vendor" }));
  await userEvent.click(dialog.getByLabelText("Archived"));
  await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Vendor Updated");
  expect(sent.find(({ method }) => method === "PATCH")?.body).toMatchObject({ isArchived: true });
});
