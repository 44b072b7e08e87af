import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();

const invitation = {
  email: "guest@firm.example",
  role: "tenant",
  invitedBy: "Linda Harcourt",
  places: ["Harborview Center, unit 301"],
  expiresAt: "2026-01-07T12:00:00Z",
  confirmsEmail: true,
};
const open = (responses: FakeResponses = {}) =>
  openPortal("/register?invitation=secret", {
    responses: { "POST /api/invitations/look-up": invitation, ...responses },
  });

describe("the invitation page", () => {
  it("REG-20 REG-21 the invitation page shows the inviter and role, keeps the address fixed, and asks only for a name and password", async () => {
    const { sent } = await open({ "POST /api/register": { ...tenant, fullName: "Gina Guest" } });
    await screen.findByText(/Linda Harcourt invited you/);
    expect(screen.getByText("Harborview Center, unit 301")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Email").readOnly).toBe(true);
    expect(screen.queryByLabelText("Associated Unit")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("Full name is required");
    await userEvent.type(screen.getByLabelText("Full name"), "Gina Guest");
    await userEvent.type(screen.getByLabelText("Password"), "Quiet-Harbor-22");
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("Registration Successful");
    expect(sent.find(({ path }) => path === "/api/register")?.body).toMatchObject({
      email: "guest@firm.example",
      fullName: "Gina Guest",
      password: "Quiet-Harbor-22",
      role: "tenant",
      invitationToken: "secret",
    });
    expect(location.pathname).toBe("/dashboard");
  });

  it.each([
    [true, "The address you were invited at. It's already confirmed."],
    [false, "The address you were invited at. You'll need to confirm it."],
  ])("the invitation page says whether the link confirms the address: %s", async (confirmsEmail, hint) => {
    await open({ "POST /api/invitations/look-up": { ...invitation, confirmsEmail } });
    expect(await screen.findByText(hint)).toBeTruthy();
  });

  it("the invitation page says why an invitation can no longer be accepted and shows no form", async () => {
    const expired = "This invitation has expired. Ask the person who invited you for a new one.";
    await open({ "POST /api/invitations/look-up": problem(400, expired, { invitationToken: expired }) });
    await screen.findByText(expired);
    expect(screen.queryByRole("button", { name: "Create Account" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("the invitation page offers a retry if the server didn't respond", async () => {
    const { responses } = await open({ "POST /api/invitations/look-up": problem(503, "Please try again.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    responses["POST /api/invitations/look-up"] = invitation;
    await userEvent.click(again);
    expect(await screen.findByText(/Linda Harcourt invited you/)).toBeTruthy();
  });

  it("REG-17 the invitation page says above the button why the account couldn't be created", async () => {
    const used = "This invitation has already been accepted. Sign in instead.";
    await open({ "POST /api/register": problem(400, used, { invitationToken: used }) });
    await userEvent.type(await screen.findByLabelText("Full name"), "Gina Guest");
    await userEvent.type(screen.getByLabelText("Password"), "Quiet-Harbor-22");
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("Registration Failed");
    expect(screen.getAllByText(used).length).toBeGreaterThan(0);
  });
});
