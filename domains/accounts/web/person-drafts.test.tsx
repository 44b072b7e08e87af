import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Person } from "#domains/accounts/people-contract.ts";
import { type Answers, admin, cleanBrowser, openPortal, type Sent } from "#web/testing/open-page.tsx";
import { waitingPerson } from "#web/testing/person.ts";

cleanBrowser();

const sam: Person = {
  ...waitingPerson,
  id: 30,
  fullName: "Sam Osei",
  role: "maintenance",
  state: "active",
  claimedUnit: null,
  buildings: [{ id: 1, name: "Harborview Center" }],
  buildingCount: 1,
  version: 4,
};
const open = (address: string, responses: Answers = {}) =>
  openPortal(address, {
    session: admin,
    responses: {
      "GET /api/users": [sam],
      "GET /api/users/30": { ...sam, propertyIds: [1], openOrdersAssigned: 0, hasSecondFactor: true },
      "GET /api/buildings": [
        { id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null },
        { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
      ],
      ...responses,
    },
  });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));

it("what was typed about a person survives a reload, and what was saved is gone", async () => {
  const openEdit = async (responses?: Answers) => {
    const { sent } = await open("/users/30", responses);
    const dialog = within(await screen.findByRole("dialog", { name: "Sam Osei" }));
    return { sent, dialog, pier: await dialog.findByLabelText<HTMLInputElement>("Pier 9") };
  };
  const { dialog, pier } = await openEdit();
  const name = dialog.getByLabelText("Full name");
  await userEvent.clear(name);
  await userEvent.type(name, "Sammy Osei");
  await userEvent.click(pier);
  cleanup();
  const again = await openEdit({ "PATCH /api/users/30": { ...sam, fullName: "Sammy Osei", version: 5 } });
  expect(again.dialog.getByText("What you typed before was kept.")).toBeTruthy();
  expect(again.dialog.getByLabelText<HTMLInputElement>("Full name").value).toBe("Sammy Osei");
  expect(again.pier.checked).toBe(true);
  await userEvent.click(again.dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Changes Saved");
  const { body } = again.sent.find(({ method }) => method === "PATCH") as Sent;
  expect(body).toEqual({ fullName: "Sammy Osei", propertyIds: [1, 2] });
  expect(drafts()).toEqual([]);
});

it("the reason of disabling survives closing the question, until it is discarded or sent", async () => {
  await open("/users", { "POST /api/users/30/disable": { ...sam, state: "disabled" } });
  const ask = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Sam Osei" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Disable" }));
  };
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
  await ask();
  await userEvent.type(reason(), "Left the company");
  await press("Cancel");
  await ask();
  expect(reason().value).toBe("Left the company");
  await press("Start over");
  expect(reason().value).toBe("");
  await userEvent.type(reason(), "On leave");
  await press("Disable");
  await screen.findByText("Account Disabled");
  expect(drafts()).toEqual([]);
});
