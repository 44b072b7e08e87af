import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Answers, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";

cleanBrowser();

const invited = {
  email: "guest@firm.example",
  role: "tenant",
  invitedBy: "Linda Harcourt",
  places: ["Harborview Center, unit 301"],
  expiresAt: "2026-01-07T12:00:00Z",
};
const open = (responses: Answers = {}) =>
  openPortal("/register?invitation=secret", {
    responses: { "POST /api/invitations/look-up": invited, ...responses },
  });

describe("the page of an invitation link", () => {
  it("REG-20 REG-21 shows inviter and role, fixes the address, and asks for name and password only", async () => {
    const { sent } = await open({ "POST /api/register": { ...tenant, fullName: "Gina Guest" } });
    await screen.findByText(/Linda Harcourt invites you/);
    expect(screen.getByText("Harborview Center, unit 301")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Email").readOnly).toBe(true);
    expect(screen.queryByLabelText("Associated Unit")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("Full name is required");
    await userEvent.type(screen.getByLabelText("Full Name"), "Gina Guest");
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

  it("says why an invitation can no longer be accepted, without a form", async () => {
    const expired = "This invitation has expired. Please ask whoever invited you for another.";
    await open({ "POST /api/invitations/look-up": problem(400, expired, { invitationToken: expired }) });
    await screen.findByText(expired);
    expect(screen.queryByRole("button", { name: "Create Account" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("offers a retry when the server did not answer", async () => {
    const { responses } = await open({ "POST /api/invitations/look-up": problem(503, "Please try again.") });
    const again = await screen.findByRole("button", { name: "Try again" });
    responses["POST /api/invitations/look-up"] = invited;
    await userEvent.click(again);
    expect(await screen.findByText(/Linda Harcourt invites you/)).toBeTruthy();
  });

  it("REG-17 shows above the button why the account could not be created", async () => {
    const used = "This invitation was accepted already. Please sign in with the password you chose.";
    await open({ "POST /api/register": problem(400, used, { invitationToken: used }) });
    await userEvent.type(await screen.findByLabelText("Full Name"), "Gina Guest");
    await userEvent.type(screen.getByLabelText("Password"), "Quiet-Harbor-22");
    await userEvent.click(screen.getByRole("button", { name: "Create Account" }));
    await screen.findByText("Registration Failed");
    expect(screen.getAllByText(used).length).toBeGreaterThan(0);
  });
});
