import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "#domains/accounts/people-contract.ts";
import { type Answers, admin, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";
import { waitingPerson } from "#web/testing/person.ts";

cleanBrowser();
// Loads the pages before the first test waits for them.
beforeAll(async () => {
  await Promise.all([
    import("#domains/accounts/web/approvals-page.tsx"),
    import("#web/layout/app-layout.tsx"),
  ]);
});

const jordan = waitingPerson;
const sam: Person = {
  ...jordan,
  id: 22,
  fullName: "Sam Osei",
  role: "maintenance",
  emailConfirmed: true,
  claimedUnit: null,
};
const kim: Person = { ...jordan, id: 23, fullName: "Kim Albrecht", emailConfirmed: true, claimedUnit: null };

const open = async (responses: Answers = {}) => {
  const portal = await openPortal("/approvals", {
    session: { ...admin, role: "landlord" },
    responses: {
      "GET /api/users": [jordan, sam, kim],
      "GET /api/buildings": [
        { id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null },
        { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
      ],
      "GET /api/properties/2/units": [
        { id: 14, propertyId: 2, unitNumber: "9", type: "office", status: "vacant" },
      ],
      "POST /api/users/21/approve": jordan,
      "POST /api/users/22/approve": sam,
      "POST /api/users/23/approve": kim,
      "POST /api/users/21/refuse": jordan,
      ...responses,
    },
  });
  await screen.findByText("Jordan Blake");
  const decisions = () =>
    portal.sent.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));
  return { ...portal, decisions };
};
const press = async (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the approvals page", () => {
  it("REG-21 lists the people who wait, their claims, and unconfirmed addresses", async () => {
    await open();
    const [first, second] = within(screen.getByRole("main")).getAllByRole("listitem");
    expect(first?.textContent).toContain("jordan@firm.example");
    expect(first?.textContent).toContain("Tenant · Harborview Center, Unit 301 · Registered Jan 5, 2026");
    expect(first?.textContent).toContain("Address not confirmed");
    expect(second?.textContent).not.toContain("Address not confirmed");
  });

  it("REG-21 a claim is approved by one press, and the list is refetched", async () => {
    const { decisions, responses } = await open();
    responses["GET /api/users"] = [sam];
    await press("Approve Jordan Blake");
    await screen.findByText("Approved");
    expect(decisions()).toEqual([{ path: "/api/users/21/approve", body: {} }]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve Jordan Blake" })).toBeNull());
  });

  it("REG-21 maintenance staff are approved for the chosen buildings", async () => {
    const { decisions } = await open();
    await press("Approve Sam Osei");
    const dialog = await screen.findByRole("dialog", { name: "Approve Sam Osei" });
    const approve = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Approve" });
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByLabelText("Harborview Center"));
    await userEvent.click(within(dialog).getByLabelText("Pier 9"));
    await userEvent.click(approve);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(decisions()).toEqual([{ path: "/api/users/22/approve", body: { propertyIds: [1] } }]);
  });

  it("REG-21 a tenant without a claim is approved after choosing a unit", async () => {
    const { decisions } = await open();
    await press("Approve Kim Albrecht");
    const dialog = await screen.findByRole("dialog", { name: "Approve Kim Albrecht" });
    expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
    await userEvent.selectOptions(await within(dialog).findByLabelText("Building"), "2");
    await within(dialog).findByRole("option", { name: "Unit 9" });
    await userEvent.selectOptions(within(dialog).getByLabelText("Unit"), "14");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    await waitFor(() =>
      expect(decisions()).toEqual([{ path: "/api/users/23/approve", body: { unitId: 14 } }]),
    );
  });

  it("REG-21 refusing sends the reason", async () => {
    const { decisions } = await open();
    await press("Refuse Jordan Blake");
    const dialog = await screen.findByRole("alertdialog", { name: "Refuse Jordan Blake?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
    within(dialog).getByText("Please give a reason");
    expect(decisions()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "We do not know you.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(decisions()).toEqual([{ path: "/api/users/21/refuse", body: { reason: "We do not know you." } }]);
  });

  it("a decision that somebody else has already taken is reported, and the list is refetched", async () => {
    const { sent } = await open({
      "POST /api/users/21/approve": problem(409, "Lena Harbor has decided already."),
    });
    const before = sent.filter(({ path }) => path.startsWith("/api/users?")).length;
    await press("Approve Jordan Blake");
    await screen.findByText("Lena Harbor has decided already.");
    await waitFor(() =>
      expect(sent.filter(({ path }) => path.startsWith("/api/users?")).length).toBe(before + 1),
    );
  });

  it("a landlord can invite tenants and maintenance staff only, and sees the open invitations", async () => {
    const { sent } = await open({
      "GET /api/invitations": [
        {
          id: 7,
          email: "guest@firm.example",
          role: "tenant",
          unit: { id: 5, label: "Harborview Center, unit 301" },
          leaseId: 12,
          buildings: [{ id: 1, name: "Harborview Center" }],
          allBuildings: false,
          state: "pending",
          invitedBy: "Avery Whitfield",
          createdAt: "2026-01-05T12:00:00Z",
          expiresAt: "2026-01-07T12:00:00Z",
          acceptedAt: null,
          acceptedById: null,
          mail: { id: 3, state: "sent", lastError: null },
        },
      ],
    });
    const row = (await screen.findByText("guest@firm.example")).closest("tr") as HTMLElement;
    expect(within(row).getByText("Delivered").closest("a")).toBeNull();
    expect(sent.map(({ path }) => path)).toContain("/api/invitations?state=pending&page=1&pageSize=10");
    await press("Invite");
    const dialog = await screen.findByRole("dialog", { name: "Invite somebody" });
    const roles = within(dialog).getByLabelText("Role");
    expect(
      within(roles)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Tenant", "Maintenance Staff"]);
  });

  it("ROLE-15 is not for tenants, and sends no requests for them", async () => {
    const { sent } = await openPortal("/approvals", { session: tenant });
    await screen.findByText("Access Denied");
    expect(sent.map(({ path }) => path).filter((path) => path.startsWith("/api/users"))).toEqual([]);
  });
});
