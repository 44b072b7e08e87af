import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { MySession } from "#domains/accounts/session-contract.ts";
import { lease } from "#domains/leases/web/testing/leases.ts";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();

const thisDevice: MySession = {
  id: 5,
  createdAt: "2026-01-05T12:00:00Z",
  lastSeenAt: "2026-01-06T15:04:00Z",
  networkAddress: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
  signedInBy: "password",
  isCurrent: true,
};
const phone: MySession = {
  ...thisDevice,
  id: 6,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
  networkAddress: "198.51.100.4",
  isCurrent: false,
};

const open = async (responses: FakeResponses = {}) => {
  const portal = await openPortal("/profile", {
    session: tenant,
    responses: { "GET /api/me/sessions": [thisDevice, phone], ...responses },
  });
  await screen.findByRole("heading", { name: "Your profile" });
  const changes = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, body }) => ({ call: `${method} ${path}`, body }));
  return { ...portal, changes };
};
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the profile page", () => {
  it("the user menu opens the profile page", async () => {
    await openPortal("/dashboard", { session: tenant, responses: { "GET /api/me/sessions": [thisDevice] } });
    await userEvent.click(await screen.findByRole("button", { name: /^User menu of/ }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Your profile" }));
    await screen.findByRole("heading", { name: "Your profile" });
    expect(location.pathname).toBe("/profile");
  });

  it("a tenant's profile page links to their own lease", async () => {
    await open({ "GET /api/leases": [lease] });
    const link = await screen.findByRole("link", { name: lease.company.name });
    expect(link.getAttribute("href")).toBe(`/leases/${lease.id}`);
  });

  it("changing the name on the profile page updates the sidebar immediately", async () => {
    const { changes } = await open({ "PATCH /api/me": { ...tenant, fullName: "Maria Garcia" } });
    const name = screen.getByLabelText("Full name");
    await userEvent.clear(name);
    await userEvent.type(name, "Maria Garcia");
    await click("Save Name");
    await screen.findByRole("button", { name: /^User menu of\s?Maria Garcia\s?Tenant$/ });
    expect(changes()).toEqual([{ call: "PATCH /api/me", body: { fullName: "Maria Garcia" } }]);
  });

  it("changing the password on the profile page clears the fields", async () => {
    const { changes } = await open({ "POST /api/me/password": { success: true } });
    const current = screen.getByLabelText<HTMLInputElement>("Current password");
    await userEvent.type(current, "Old-Harbor-11");
    await userEvent.type(screen.getByLabelText("New password"), "New-Harbor-22");
    await userEvent.click(screen.getByLabelText("Also revoke my API tokens"));
    await click("Change Password");
    await screen.findByText("Password Changed");
    expect(changes()).toEqual([
      {
        call: "POST /api/me/password",
        body: { currentPassword: "Old-Harbor-11", newPassword: "New-Harbor-22", revokeTokens: true },
      },
    ]);
    expect(current.value).toBe("");
  });

  it("the profile page shows an error below the field for a wrong current password and above the form after too many attempts", async () => {
    const wrong = "The current password is incorrect.";
    const { responses } = await open({
      "POST /api/me/password": problem(400, wrong, { currentPassword: wrong }),
    });
    await click("Change Password");
    await screen.findByText("Please enter your current password");
    await userEvent.type(screen.getByLabelText("Current password"), "guess");
    await userEvent.type(screen.getByLabelText("New password"), "New-Harbor-22");
    await userEvent.click(screen.getByLabelText("Also revoke my API tokens"));
    await click("Change Password");
    await screen.findByText(wrong);
    responses["POST /api/me/password"] = problem(
      429,
      "Too many attempts. Please wait 9 minutes and try again.",
    );
    await click("Change Password");
    expect(await screen.findByText("Too many attempts. Please wait 9 minutes and try again.")).toBeTruthy();
  });

  it("the profile page lists the user's sessions, which can all be ended except the current one", async () => {
    const { changes, responses } = await open({
      "DELETE /api/me/sessions/6": { success: true },
      "POST /api/me/sessions/end-others": { success: true },
    });
    await screen.findByText("Safari on iPhone");
    const [first, second] = within(screen.getByRole("main")).getAllByRole("listitem");
    expect(first?.textContent).toContain("Firefox on Linux");
    expect(first?.textContent).toContain("This device");
    expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
    expect(second?.textContent).toContain("198.51.100.4 · last used Jan 6, 3:04 PM");
    await userEvent.click(within(second as HTMLElement).getByRole("button"));
    await screen.findByText("Session Ended");
    await click("Sign out all other sessions");
    responses["GET /api/me/sessions"] = [thisDevice];
    await waitFor(() =>
      expect(changes().map(({ call }) => call)).toEqual([
        "DELETE /api/me/sessions/6",
        "POST /api/me/sessions/end-others",
      ]),
    );
  });

  it.each([
    ["Sign out", /^Sign out Safari/],
    ["Sign out all other sessions", "Sign out all other sessions"],
  ])("after “%s”, focus moves to the page because the button is gone", async (_, name) => {
    const { responses } = await open();
    const end = () => {
      responses["GET /api/me/sessions"] = [thisDevice];
      return { success: true };
    };
    Object.assign(responses, {
      "DELETE /api/me/sessions/6": end,
      "POST /api/me/sessions/end-others": end,
    });
    await userEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });
});
