import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { landlord, makeCards, openDocuments, respondWithParts } from "../testing/cards.ts";
import { makeDocument } from "../testing/document.ts";

resetBrowser();
// Loads the page before the first test waits for it.
beforeAll(async () => {
  await Promise.all([import("./documents-page.tsx"), import("#web/layout/app-layout.tsx")]);
});

const open = (user = landlord, cards = makeCards(2)) => {
  localStorage.setItem(`choice:${user.id}:documents-view`, '"table"');
  return openDocuments(user, {
    "GET /api/documents": respondWithParts(cards),
    "DELETE /api/documents/1": { success: true },
    "DELETE /api/documents/2": { success: true },
    "POST /api/documents/1/restore": makeDocument(),
    "POST /api/documents/2/restore": makeDocument(),
    "PATCH /api/documents/1": makeDocument(),
    "PATCH /api/documents/2": makeDocument(),
    "GET /api/search/records": [],
  });
};
const bar = async () => within(await screen.findByRole("region", { name: "Selected documents" }));
const names = async () =>
  [...(await bar()).getAllByRole("button"), ...(await bar()).getAllByRole("link")].map(
    ({ textContent }) => textContent,
  );

it("selected documents are moved to the trash after a confirmation that shows their count, and Undo restores them [NAV-33]", async () => {
  const { sent } = await open();
  const paths = (method: string) =>
    sent.filter((request) => request.method === method).map(({ path }) => path);
  await screen.findByLabelText("Select Document number 2");
  await userEvent.keyboard("j{Shift>}a{/Shift}");
  expect(await names()).toEqual(["Type...", "Visible to...", "Move to Trash", "Clear", "Export"]);
  expect((await bar()).getByRole("link").getAttribute("href")).toBe("/api/documents.csv?ids=2%2C1");
  fireEvent.click(screen.getByText("Move to Trash"));
  await screen.findByText("Move 2 documents to the trash?");
  expect(paths("DELETE")).toEqual([]);
  fireEvent.click(screen.getAllByText("Move to Trash").at(-1) as HTMLElement);
  await screen.findByText("2 documents can be restored for 30 days.");
  expect(paths("DELETE").toSorted()).toEqual(["/api/documents/1", "/api/documents/2"]);
  fireEvent.click(screen.getByText("Undo"));
  await waitFor(() =>
    expect(paths("POST").toSorted()).toEqual(["/api/documents/1/restore", "/api/documents/2/restore"]),
  );
});

it("selected documents become visible to tenants only after a confirmation that names the tenants [NAV-33]", async () => {
  const { sent } = await open(
    landlord,
    makeCards(2).map((card) => ({ ...card, visibility: "staff" })),
  );
  await userEvent.click(await screen.findByLabelText("Select all on this page"));
  await userEvent.click((await bar()).getByRole("button", { name: "Visible to..." }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Everyone in the building" }));
  await screen.findByText("Make 2 documents visible to everyone in the building?");
  const patches = () => sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  expect(patches()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Make Visible" }));
  await screen.findByText("2 documents now visible to: everyone in the building.");
  expect(patches()).toEqual([{ visibility: "building" }, { visibility: "building" }]);
});

it("technicians can't change selected documents that they didn't upload, but can export them [NAV-33]", async () => {
  await open({ ...landlord, id: 8, role: "maintenance" });
  await userEvent.click(await screen.findByLabelText("Select Document number 2"));
  expect(await names()).toEqual(["Clear", "Export"]);
});

it("the search lists the actions for selected documents first [NAV-34]", async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByLabelText("Select all on this page"));
  await bar();
  await userEvent.click(screen.getByRole("button", { name: /^Search/ }));
  const options = within(await screen.findByRole("listbox")).getAllByRole("option");
  expect(options[0]?.textContent).toBe("Type: Lease");
  screen.getByRole("group", { name: "Selected documents: 2" });
  await userEvent.keyboard("contract{Enter}");
  await screen.findByText("2 documents changed to type Contract.");
  const patches = sent.filter(({ method }) => method === "PATCH");
  expect(patches.map(({ body }) => body)).toEqual([{ type: "Contract" }, { type: "Contract" }]);
});
