import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { Invitation } from "#domains/people/invitation-contract.ts";
import type { Person } from "#domains/people/people-contract.ts";
import { makeUnit } from "#domains/properties/web/testing/properties.ts";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  publicConfig,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import { approvalResponse, pendingPerson } from "#web/testing/person.ts";

resetBrowser();
// Loads the pages before the first test waits for them.
beforeAll(async () => {
  await Promise.all([
    import("#domains/people/web/directory/users-page.tsx"),
    import("#web/layout/app-layout.tsx"),
  ]);
});

const harborview = { id: 1, name: "Harborview Center" };
const sam: Person = {
  ...pendingPerson,
  id: 30,
  fullName: "Sam Osei",
  email: "sam@firm.example",
  role: "maintenance",
  state: "active",
  emailConfirmed: true,
  requestedUnit: null,
  properties: [harborview],
  propertyCount: 1,
  lastSignInAt: "2026-01-06T15:04:00Z",
  version: 4,
};
/** What the dialog of a person adds to their row. */
const details = { propertyIds: [1], openWorkOrderCount: 3, hasTwoFactor: true, workAccount: null };
const lost: Person = { ...sam, id: 31, fullName: "Lou Leaver", state: "disabled", disabledReason: "Left" };
const invitation: Invitation = {
  id: 7,
  email: "guest@firm.example",
  role: "tenant",
  unit: { id: 5, label: "Harborview Center, unit 301" },
  leaseId: 12,
  properties: [harborview],
  hasAllProperties: false,
  state: "pending",
  invitedBy: "Avery Whitfield",
  createdAt: "2026-01-05T12:00:00Z",
  expiresAt: "2026-01-07T12:00:00Z",
  acceptedAt: null,
  acceptedById: null,
  delivery: { id: 3, state: "failed", lastError: "550 no such mailbox" },
};
const link = "https://portal.example/register?invitation=secret";

const open = async (address = "/users", responses: FakeResponses = {}) => {
  const portal = await openPortal(address, {
    session: admin,
    responses: {
      "GET /api/users": [
        sam,
        lost,
        pendingPerson,
        { ...sam, id: admin.id, fullName: "Avery Whitfield", role: "admin" },
      ],
      "GET /api/users/30": { ...sam, ...details },
      "GET /api/buildings": [
        { ...harborview, address: "1200 Alaskan Way", image: null },
        { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
      ],
      "GET /api/units/5": makeUnit(5),
      "GET /api/properties/1/units": [
        {
          id: 5,
          propertyId: 1,
          unitNumber: "301",
          type: "office",
          status: "vacant",
          beds: 0,
          baths: 0,
          rent: 0,
          deposit: 0,
          sizeSqft: null,
          version: 1,
          lease: null,
        },
      ],
      "GET /api/invitations": [invitation],
      ...responses,
    },
  });
  await screen.findByRole("heading", { level: 1, name: "Manage Users", hidden: true });
  const changes = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, body, init }) => ({
        call: `${method} ${path}`,
        body,
        version: new Headers(init.headers).get("If-Match"),
      }));
  const requests = (path: string) => portal.sent.filter((request) => request.path.startsWith(path));
  return { ...portal, changes, requests };
};
const actions = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
};

describe("Manage Users", () => {
  it("without an email server, a person's details link to the outbox email with their reset link", async () => {
    await open("/users/30", { "GET /api/config": { ...publicConfig, sendsEmails: false } });
    const dialog = within(await screen.findByRole("dialog", { name: sam.fullName }));
    const emails = await dialog.findByRole("link", { name: "their emails" });
    expect(emails.getAttribute("href")).toBe(`/outbox?q=${encodeURIComponent(sam.email)}`);
  });

  it("an administrator can turn off two-factor authentication for a person who lost their phone, after confirmation", async () => {
    const { changes, responses } = await open("/users/30", {
      "POST /api/users/30/two-factor/remove": { success: true },
    });
    const dialog = within(await screen.findByRole("dialog", { name: sam.fullName }));
    expect((await dialog.findByText("Two-factor authentication")).nextElementSibling?.textContent).toMatch(
      /^On/,
    );
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    const question = within(await screen.findByRole("alertdialog"));
    responses["GET /api/users/30"] = { ...sam, ...details, hasTwoFactor: false };
    await userEvent.click(question.getByRole("button", { name: "Turn off" }));
    await screen.findByText("Two-Factor Authentication Turned Off");
    expect(changes().map((change) => change.call)).toEqual(["POST /api/users/30/two-factor/remove"]);
    await waitFor(() =>
      expect(dialog.getByText("Two-factor authentication").nextElementSibling?.textContent).toBe("Off"),
    );
  });

  it("NAV-25 NAV-28 Manage Users lists everyone with role, place, status, and last sign-in", async () => {
    await open();
    const row = (await screen.findByText("Sam Osei")).closest("tr") as HTMLElement;
    for (const text of [
      "sam@firm.example",
      "Maintenance Staff",
      "Harborview Center",
      "Active",
      "Jan 6, 3:04 PM",
    ])
      expect(within(row).getByText(text)).toBeTruthy();
    const waiting = screen.getByText("Jordan Blake").closest("tr") as HTMLElement;
    expect(within(waiting).getByText("Requested Harborview Center, Unit 301")).toBeTruthy();
    expect(within(waiting).getByText("Waiting for approval")).toBeTruthy();
    within(waiting).getByText(/^Never \(registered [^()]+\)$/);
    expect(within(waiting).getByText("Address not confirmed")).toBeTruthy();
    const self = screen.getByRole("link", { name: "Your profile" });
    expect(self.getAttribute("href")).toBe("/profile");
    expect(screen.queryByRole("button", { name: "Actions for Avery Whitfield" })).toBeNull();
  });

  it("Manage Users sends search, role, and status to the server and keeps them in the URL", async () => {
    const { requests } = await open("/users?role=maintenance&page=2");
    await screen.findByText("Sam Osei");
    expect(requests("/api/users?role=maintenance&page=2&pageSize=25")).toHaveLength(1);
    await userEvent.selectOptions(screen.getByLabelText("Filter by status"), "Disabled");
    await waitFor(() => expect(location.search).toBe("?role=maintenance&state=disabled"));
    await userEvent.type(screen.getByLabelText("Search people"), "lou");
    await waitFor(() => expect(location.search).toBe("?q=lou&role=maintenance&state=disabled"));
    expect(requests("/api/users?q=lou&role=maintenance&state=disabled&page=1&pageSize=25")).toHaveLength(1);
  });

  it("Manage Users shows a message for an empty list or a failed request", async () => {
    const { unmount } = await open("/users", { "GET /api/users": [] });
    await screen.findByText("No people found");
    unmount();
    await open("/users", { "GET /api/users": problem(500, "Broken.") });
    expect(await screen.findByText("Couldn't load the people.")).toBeTruthy();
  });

  it("the dialog for disabling a person explains the consequences and asks for a reason for the records", async () => {
    const { changes } = await open("/users", { "POST /api/users/30/disable": { ...sam, state: "disabled" } });
    await actions("Sam Osei", "Disable");
    const dialog = await screen.findByRole("alertdialog", { name: "Disable Sam Osei?" });
    await within(dialog).findByText(/Their 3 open work orders will be unassigned/);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "Left the company");
    await userEvent.click(within(dialog).getByRole("button", { name: "Disable" }));
    await screen.findByText("Account Disabled");
    expect(changes()).toEqual([
      { call: "POST /api/users/30/disable", body: { reason: "Left the company" }, version: null },
    ]);
  });

  it("Manage Users can enable a disabled account and, after confirmation, sign a person out everywhere", async () => {
    const { changes } = await open("/users", {
      "POST /api/users/31/enable": { ...lost, state: "active" },
      "POST /api/users/30/sign-out-everywhere": { success: true },
    });
    await actions("Lou Leaver", "Enable");
    await screen.findByText("Account Enabled");
    await actions("Sam Osei", "Sign out everywhere");
    await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
    await waitFor(() =>
      expect(changes().map(({ call }) => call)).toEqual([
        "POST /api/users/31/enable",
        "POST /api/users/30/sign-out-everywhere",
      ]),
    );
  });

  it("REG-21 a pending person can be approved from their row in Manage Users", async () => {
    const { changes } = await open("/users", {
      "POST /api/users/21/approve": approvalResponse(pendingPerson),
    });
    await actions("Jordan Blake", "Approve");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: "New draft lease" });
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await screen.findByText("Approved");
    expect(changes()).toEqual([
      { call: "POST /api/users/21/approve", body: { unitId: 5, lease: "draft" }, version: null },
    ]);
  });
});

describe("editing a person", () => {
  const openEdit = async (responses: FakeResponses = {}) => {
    const portal = await open("/users/30", responses);
    const dialog = await screen.findByRole("dialog", { name: "Sam Osei" });
    await within(dialog).findByLabelText("Full name");
    return { ...portal, dialog };
  };

  it("opening a person from the list and closing the dialog leaves the history unchanged", async () => {
    await open("/users?role=maintenance");
    history.replaceState({ isList: true }, "");
    await userEvent.click(await screen.findByRole("row", { name: /Sam Osei/ }));
    const dialog = within(await screen.findByRole("dialog", { name: sam.fullName }));
    expect(location.pathname + location.search).toBe("/users/30?role=maintenance");
    await userEvent.click(await dialog.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.pathname + location.search).toBe("/users?role=maintenance");
    expect(history.state).toEqual({ isList: true });
  });

  it("the edit dialog sends only the changed fields, with the version on the screen", async () => {
    const { changes, dialog } = await openEdit({ "PATCH /api/users/30": sam });
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes Saved");
    expect(changes()).toEqual([
      { call: "PATCH /api/users/30", body: { propertyIds: [1, 2] }, version: '"4"' },
    ]);
    await waitFor(() => expect(location.pathname).toBe("/users"));
  });

  it("changing a person's role warns that they'll be signed out and clears their properties", async () => {
    const { changes, dialog } = await openEdit({ "PATCH /api/users/30": sam });
    await userEvent.selectOptions(within(dialog).getByLabelText("Role"), "Landlord");
    expect(within(dialog).getByText(/signs them out everywhere/)).toBeTruthy();
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes Saved");
    expect(changes()[0]?.body).toEqual({ role: "landlord", propertyIds: [2] });
  });

  it("if someone else changed the person first, the edit dialog shows both versions and saves the user's own on request", async () => {
    const newer = { ...sam, fullName: "Samuel Osei", version: 5 };
    const { changes, dialog, responses } = await openEdit();
    responses["PATCH /api/users/30"] = conflict(
      "Ada Admin changed Samuel Osei after you opened this page.",
      newer,
    );
    responses["GET /api/users/30"] = { ...newer, ...details };
    const name = within(dialog).getByLabelText("Full name");
    await userEvent.clear(name);
    await userEvent.type(name, "Sammy Osei");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await within(dialog).findByText("Ada Admin changed Samuel Osei after you opened this page.");
    within(dialog).getByRole("row", { name: "Full name Samuel Osei Sammy Osei" });
    expect(within(dialog).queryByRole("row", { name: /^Buildings/ })).toBeNull();
    responses["PATCH /api/users/30"] = { ...newer, fullName: "Sammy Osei", version: 6 };
    await userEvent.click(within(dialog).getByRole("button", { name: "Keep mine" }));
    await screen.findByText("Changes Saved");
    expect(changes().at(-1)).toEqual({
      call: "PATCH /api/users/30",
      body: { fullName: "Sammy Osei" },
      version: '"5"',
    });
  });

  it("an untouched edit form continues with the version someone else saved", async () => {
    const newer = { ...sam, fullName: "Samuel Osei", version: 5 };
    const { changes, dialog, responses } = await openEdit();
    responses["PATCH /api/users/30"] = conflict(
      "Ada Admin changed Samuel Osei after you opened this page.",
      newer,
    );
    responses["GET /api/users/30"] = { ...newer, ...details };
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await within(dialog).findByText("Ada Admin changed Samuel Osei after you opened this page.");
    expect(within(dialog).getByLabelText<HTMLInputElement>("Full name").value).toBe("Samuel Osei");
    expect(within(dialog).queryByRole("button", { name: "Keep mine" })).toBeNull();
    responses["PATCH /api/users/30"] = newer;
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Changes Saved");
    expect(changes().at(-1)).toEqual({
      call: "PATCH /api/users/30",
      body: { propertyIds: [1, 2] },
      version: '"5"',
    });
  });

  it("the edit dialog shows form and server errors below their fields", async () => {
    const rejected = "Only landlords and maintenance staff can be assigned to properties.";
    const { changes, dialog } = await openEdit({
      "PATCH /api/users/30": problem(400, rejected, { propertyIds: rejected }),
    });
    const name = within(dialog).getByLabelText("Full name");
    await userEvent.clear(name);
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await within(dialog).findByText("Full name is required");
    expect(changes()).toEqual([]);
    await userEvent.type(name, "Sammy Osei");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await within(dialog).findByText(rejected);
  });
});

describe("inviting a person", () => {
  it("after a tenant is invited to a unit, the link to share is shown", async () => {
    const { changes } = await open("/users", {
      "POST /api/invitations": Response.json({ ...invitation, link, isEmailed: true }, { status: 201 }),
    });
    await userEvent.click(screen.getByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog", { name: "Invite someone" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Send Invitation" }));
    await within(dialog).findByText("Please enter a valid email");
    await within(dialog).findByText("Select this tenant's unit.");
    await userEvent.type(within(dialog).getByLabelText("Email"), "guest@firm.example");
    await userEvent.selectOptions(await within(dialog).findByLabelText("Property"), "Harborview Center");
    await within(dialog).findByRole("option", { name: "Unit 301 (Vacant)" });
    await userEvent.selectOptions(within(dialog).getByLabelText("Unit"), "Unit 301 (Vacant)");
    await within(dialog).findByRole("radio", { name: "New draft lease" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Send Invitation" }));
    const sent = await screen.findByRole("dialog", { name: "Invitation sent" });
    expect(within(sent).getByLabelText<HTMLInputElement>("Invitation link").value).toBe(link);
    expect(changes()).toEqual([
      {
        call: "POST /api/invitations",
        body: { email: "guest@firm.example", role: "tenant", unitId: 5, lease: "draft" },
        version: null,
      },
    ]);
  });

  it("a unit with a lease isn't offered another draft", async () => {
    const lease = {
      id: 12,
      company: "Acme Legal",
      state: "active",
      from: "2025-02-01",
      to: null,
      isCurrent: true,
      createdAt: "2025-01-15T09:00:00Z",
    } as const;
    await open("/users", { "GET /api/units/5": makeUnit(5, { leases: [lease] }) });
    await userEvent.click(screen.getByRole("button", { name: "Invite" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Invite someone" }));
    await userEvent.selectOptions(await dialog.findByLabelText("Property"), "Harborview Center");
    await dialog.findByRole("option", { name: "Unit 301 (Vacant)" });
    await userEvent.selectOptions(dialog.getByLabelText("Unit"), "Unit 301 (Vacant)");
    await dialog.findByRole("radio", { name: "Lease for Acme Legal" });
    expect(dialog.getAllByRole("radio")).toHaveLength(2);
    expect(dialog.queryByRole("radio", { name: "New draft lease" })).toBeNull();
  });

  it("maintenance staff need a property, and an address with an account shows an error below its field", async () => {
    const taken = "An account with this email address already exists.";
    const { changes } = await open("/users", {
      "POST /api/invitations": problem(409, taken, { email: taken }),
    });
    await userEvent.click(screen.getByRole("button", { name: "Invite" }));
    const dialog = await screen.findByRole("dialog", { name: "Invite someone" });
    await userEvent.type(within(dialog).getByLabelText("Email"), "sam@firm.example");
    await userEvent.selectOptions(within(dialog).getByLabelText("Role"), "Maintenance Staff");
    await userEvent.click(within(dialog).getByRole("button", { name: "Send Invitation" }));
    await within(dialog).findByText("Select at least one property.");
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Send Invitation" }));
    await within(dialog).findByText(taken);
    expect(changes()[0]?.body).toEqual({ email: "sam@firm.example", role: "maintenance", propertyIds: [2] });
  });
});

describe("invitations", () => {
  it("invitations show their status and email delivery and can be withdrawn and resent (or copied without a mail server)", async () => {
    const { changes } = await open("/users?tab=invitations", {
      "POST /api/invitations/7/resend": { ...invitation, link, isEmailed: false },
      "POST /api/invitations/7/withdraw": { ...invitation, state: "withdrawn" },
    });
    const row = (await screen.findByText("guest@firm.example")).closest("tr") as HTMLElement;
    for (const text of ["Pending", "Not delivered", "550 no such mailbox", "Harborview Center, unit 301"])
      expect(within(row).getByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Resend to guest@firm.example" }));
    const sent = await screen.findByRole("dialog", { name: "Copy this link" });
    expect(within(sent).getByText(/no email was sent. Copy this link and send it to guest@/)).toBeTruthy();
    expect(within(sent).getByLabelText<HTMLInputElement>("Invitation link").value).toBe(link);
    await userEvent.click(within(sent).getByRole("button", { name: "Done" }));
    await actions("guest@firm.example", "Withdraw");
    await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
    await screen.findByText("Invitation Withdrawn");
    expect(changes().map(({ call }) => call)).toEqual([
      "POST /api/invitations/7/resend",
      "POST /api/invitations/7/withdraw",
    ]);
  });

  it("invitations can be filtered by their own statuses", async () => {
    const { requests } = await open("/users?tab=invitations&state=expired");
    await screen.findByText("guest@firm.example");
    expect(requests("/api/invitations?state=expired&page=1&pageSize=25")).toHaveLength(1);
    expect(screen.queryByLabelText("Filter by role")).toBeNull();
  });
});
