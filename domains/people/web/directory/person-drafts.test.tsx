import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Person } from "#domains/people/people-contract.ts";
import {
  admin,
  type FakeResponses,
  openPortal,
  resetBrowser,
  type SentRequest,
} from "#web/testing/open-page.tsx";
import { pendingPerson } from "#web/testing/person.ts";

resetBrowser();

const sam: Person = {
  ...pendingPerson,
  id: 30,
  fullName: "Sam Osei",
  role: "maintenance",
  state: "active",
  requestedUnit: null,
  properties: [{ id: 1, name: "Harborview Center" }],
  propertyCount: 1,
  version: 4,
};
const open = (address: string, responses: FakeResponses = {}) =>
  openPortal(address, {
    session: admin,
    responses: {
      "GET /api/users": [sam],
      "GET /api/users/30": {
        ...sam,
        propertyIds: [1],
        openWorkOrderCount: 0,
        hasTwoFactor: true,
        workAccount: null,
      },
      "GET /api/buildings": [
        { id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null },
        { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
      ],
      ...responses,
    },
  });
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));

it("unsaved edits to a person survive a reload and are cleared once saved", async () => {
  const openEdit = async (responses?: FakeResponses) => {
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
  expect(again.dialog.getByText("We saved your draft.")).toBeTruthy();
  expect(again.dialog.getByLabelText<HTMLInputElement>("Full name").value).toBe("Sammy Osei");
  expect(again.pier.checked).toBe(true);
  await userEvent.click(again.dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Changes Saved");
  const { body } = again.sent.find(({ method }) => method === "PATCH") as SentRequest;
  expect(body).toEqual({ fullName: "Sammy Osei", propertyIds: [1, 2] });
  expect(drafts()).toEqual([]);
});

it("the reason for disabling a person survives closing the dialog until it's discarded or sent", async () => {
  await open("/users", { "POST /api/users/30/disable": { ...sam, state: "disabled" } });
  const openDialog = async () => {
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Sam Osei" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Disable" }));
  };
  const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
  await openDialog();
  await userEvent.type(reason(), "Left the company");
  await click("Cancel");
  await openDialog();
  expect(reason().value).toBe("Left the company");
  await click("Start over");
  expect(reason().value).toBe("");
  await userEvent.type(reason(), "On leave");
  await click("Disable");
  await screen.findByText("Account Disabled");
  expect(drafts()).toEqual([]);
});
