import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { ApiToken, TokenWithOwner } from "#domains/accounts/token-contract.ts";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";

resetBrowser();

const accounting: ApiToken = {
  id: 7,
  name: "Accounting",
  scopes: ["work-orders:write", "payments:read"],
  createdAt: "2026-01-05T12:00:00Z",
  expiresAt: "2026-04-05T12:00:00Z",
  isExpired: false,
  lastUsedAt: null,
};
const token = `pmp_${"0f".repeat(24)}`;

const open = async (responses: FakeResponses = {}) => {
  const portal = await openPortal("/profile", {
    session: tenant,
    responses: { "GET /api/me/sessions": [], "GET /api/me/tokens": [accounting], ...responses },
  });
  const card = within(await screen.findByRole("region", { name: "API tokens" }));
  await card.findByText("Accounting");
  const changes = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, body }) => ({ call: `${method} ${path}`, body }));
  return { ...portal, card, changes };
};

describe("the user's API tokens", () => {
  it("API tokens are listed with their permissions and revoked after confirmation", async () => {
    const { card, changes } = await open({ "DELETE /api/me/tokens/7": { success: true } });
    card.getByText("Work orders: read and write, Payments: read");
    card.getByText("Never used · expires Apr 5, 2026");
    await userEvent.click(card.getByRole("button", { name: "Revoke Accounting" }));
    const question = await screen.findByRole("alertdialog", { name: "Revoke “Accounting”?" });
    await userEvent.click(within(question).getByRole("button", { name: "Revoke" }));
    await screen.findByText("API Token Revoked");
    expect(changes()).toEqual([{ call: "DELETE /api/me/tokens/7", body: undefined }]);
  });

  it("the token form offers the areas of the user's role, requires the password, and shows the token once", async () => {
    const wrong = "The current password is incorrect.";
    const { card, changes, responses } = await open({
      "POST /api/me/tokens": problem(400, wrong, { password: wrong }),
    });
    await userEvent.click(card.getByRole("button", { name: "New Token" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New API token" }));
    expect(dialog.queryByLabelText("Audit log")).toBeNull();
    await userEvent.click(dialog.getByRole("button", { name: "Create Token" }));
    await dialog.findByText("Please enter a name");
    await dialog.findByText("Select at least one area");
    await userEvent.type(dialog.getByLabelText("Name"), "Reporting");
    await userEvent.selectOptions(dialog.getByLabelText("Expires in"), "1 year");
    await userEvent.selectOptions(dialog.getByLabelText("Work orders"), "Read and write");
    await userEvent.selectOptions(dialog.getByLabelText("Payments"), "Read");
    await userEvent.selectOptions(dialog.getByLabelText("Payments"), "No access");
    await userEvent.type(dialog.getByLabelText("Your password"), "guess");
    await userEvent.click(dialog.getByRole("button", { name: "Create Token" }));
    await dialog.findByText(wrong);
    responses["POST /api/me/tokens"] = { ...accounting, id: 8, name: "Reporting", token };
    await userEvent.click(dialog.getByRole("button", { name: "Create Token" }));
    const made = within(await screen.findByRole("dialog", { name: "Your new API token" }));
    expect(made.getByLabelText<HTMLInputElement>("Reporting").value).toBe(token);
    await userEvent.click(made.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.body.innerHTML).not.toContain(token);
    expect(changes().at(-1)).toEqual({
      call: "POST /api/me/tokens",
      body: { name: "Reporting", scopes: ["work-orders:write"], days: 365, password: "guess" },
    });
  });
});

it("an administrator sees everyone's API tokens and can revoke them", async () => {
  const somebodys: TokenWithOwner = { ...accounting, owner: { id: 3, fullName: "Lena Landlord" } };
  const { sent } = await openPortal("/users?tab=tokens", {
    session: admin,
    responses: {
      "GET /api/tokens": [somebodys],
      "DELETE /api/tokens/7": { success: true },
    },
  });
  await screen.findByText("Expires Apr 5, 2026");
  await userEvent.click(await screen.findByRole("button", { name: "Revoke Accounting of Lena Landlord" }));
  await userEvent.click(await screen.findByRole("button", { name: "Revoke" }));
  await screen.findByText("API Token Revoked");
  expect(sent.some(({ method, path }) => `${method} ${path}` === "DELETE /api/tokens/7")).toBe(true);
});
