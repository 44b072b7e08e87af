import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Person } from "#domains/people/people-contract.ts";
import type { UnitDetails } from "#domains/properties/contract.ts";
import { makeUnit } from "#domains/properties/web/testing/properties.ts";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { approvalResponse, pendingPerson } from "#web/testing/person.ts";

resetBrowser();
// Loads the pages before the first test waits for them.
beforeAll(async () => {
  await Promise.all([
    import("#domains/people/web/approvals/approvals-page.tsx"),
    import("#web/layout/app-layout.tsx"),
  ]);
});

const jordan = pendingPerson;
const sam: Person = {
  ...jordan,
  id: 22,
  fullName: "Sam Osei",
  role: "maintenance",
  emailConfirmed: true,
  requestedUnit: null,
};
const kim: Person = {
  ...jordan,
  id: 23,
  fullName: "Kim Albrecht",
  emailConfirmed: true,
  requestedUnit: null,
};

const lease = {
  id: 12,
  company: "Acme Legal",
  state: "active",
  from: "2025-02-01",
  to: null,
  isCurrent: true,
  createdAt: "2025-01-15T09:00:00Z",
} as const;
/** Newest first, as the server sends them. */
const leases = [
  { ...lease, id: 15, company: "Late Draft", state: "draft", from: "2098-07-01", isCurrent: false },
  { ...lease, id: 14, company: "Next Bakery", from: "2098-03-01", isCurrent: false },
  { ...lease, to: "2098-02-28" },
  { ...lease, id: 11, company: "Gone Books", state: "ended", to: "2025-01-31", isCurrent: false },
] satisfies UnitDetails["leases"];

const open = async (responses: FakeResponses = {}) => {
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
      "GET /api/units/5": makeUnit(5, { leases }),
      "GET /api/units/14": makeUnit(14),
      "POST /api/users/21/approve": approvalResponse(jordan),
      "POST /api/users/22/approve": approvalResponse(sam, null),
      "POST /api/users/23/approve": approvalResponse(kim, { state: "draft", isNew: true }),
      "POST /api/users/21/decline": jordan,
      ...responses,
    },
  });
  await screen.findByText("Jordan Blake");
  const decisions = () =>
    portal.sent.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));
  return { ...portal, decisions };
};
const click = async (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the approvals page", () => {
  it("REG-21 the approvals page lists people awaiting approval with their requested units and unconfirmed addresses", async () => {
    await open();
    const [first, second] = within(screen.getByRole("main")).getAllByRole("listitem");
    expect(first?.textContent).toContain("jordan@firm.example");
    expect(first?.textContent).toContain("Tenant · Harborview Center, Unit 301 · Registered Jan 5, 2026");
    expect(first?.textContent).toContain("Address not confirmed");
    expect(second?.textContent).not.toContain("Address not confirmed");
  });

  it("REG-21 a lease that starts tomorrow in the viewer's time zone is upcoming", async () => {
    // 6 PM on November 22.
    vi.stubEnv("TZ", "America/Los_Angeles");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T02:00:00Z") });
    const soon = { ...lease, from: "2026-11-23", isCurrent: false };
    await open({ "GET /api/units/5": makeUnit(5, { leases: [soon] }) });
    await click("Approve Jordan Blake");
    expect(await screen.findByText("Starts Nov 23, 2026. They get access on that date.")).toBeTruthy();
  });

  it("REG-21 the approval dialog suggests the current lease and explains each option", async () => {
    const { decisions, responses } = await open();
    await click("Approve Jordan Blake");
    const dialog = within(await screen.findByRole("dialog", { name: "Approve Jordan Blake" }));
    expect(dialog.getByText("They requested access to Harborview Center, Unit 301.")).toBeTruthy();
    const shown = (await dialog.findAllByRole<HTMLInputElement>("radio")).map((radio) => [
      radio.closest("label")?.textContent,
      radio.checked,
    ]);
    expect(shown).toEqual([
      ["Lease for Acme LegalSince Feb 1, 2025, until Feb 28, 2098. They get access right away.", true],
      ["Lease for Next BakeryStarts Mar 1, 2098. They get access on that date.", false],
      [
        "Draft lease for Late DraftStarts Jul 1, 2098. They get access on that date. Nothing is charged until you activate it.",
        false,
      ],
      [
        expect.stringMatching(/^New draft leaseA draft lease in their name\. They get access right away\./),
        false,
      ],
      [expect.stringMatching(/^No leaseThey can sign in and see only work orders they submitted\./), false],
    ]);
    responses["GET /api/users"] = [sam];
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await screen.findByText("Jordan Blake was added to the lease for Acme Legal, starting Jan 6, 2026.");
    expect(decisions()).toEqual([{ path: "/api/users/21/approve", body: { unitId: 5, lease: 12 } }]);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve Jordan Blake" })).toBeNull());
  });

  it("REG-21 a lease created after the person registered isn't preselected", async () => {
    const { decisions } = await open({
      "GET /api/units/5": makeUnit(5, {
        leases: [{ ...lease, company: "Zephyr Bakery", createdAt: "2026-01-05T12:00:01Z" }],
      }),
    });
    await click("Approve Jordan Blake");
    const dialog = within(await screen.findByRole("dialog"));
    const newer = await dialog.findByRole<HTMLInputElement>("radio", { name: "Lease for Zephyr Bakery" });
    expect(newer.closest("label")?.textContent).toContain(
      "Created after they registered. Since Feb 1, 2025.",
    );
    expect(dialog.getAllByRole<HTMLInputElement>("radio").filter(({ checked }) => checked)).toEqual([]);
    const approve = dialog.getByRole<HTMLButtonElement>("button", { name: "Approve" });
    expect(approve.disabled).toBe(true);
    await userEvent.click(newer);
    await userEvent.click(approve);
    await waitFor(() =>
      expect(decisions()).toEqual([{ path: "/api/users/21/approve", body: { unitId: 5, lease: 12 } }]),
    );
  });

  it("REG-21 the approval dialog shows the person's address and warns if it isn't confirmed", async () => {
    await open();
    const dialog = () => within(screen.getByRole("dialog"));
    await click("Approve Jordan Blake");
    await screen.findByText("jordan@firm.example isn't confirmed. Anyone could have entered this address.");
    await userEvent.click(dialog().getByRole("button", { name: "Cancel" }));
    await click("Approve Sam Osei");
    await screen.findByRole("dialog", { name: "Approve Sam Osei" });
    expect(dialog().getByText(sam.email).textContent).toBe(sam.email);
  });

  it.each([
    [
      "Lease for Next Bakery",
      14,
      approvalResponse(jordan, { from: "2098-03-01" }),
      "Jordan Blake was added to the lease for Acme Legal, starting Mar 1, 2098.",
    ],
    [
      "Draft lease for Late Draft",
      15,
      approvalResponse(jordan, { state: "draft" }),
      "Jordan Blake was added to the draft lease for Acme Legal, starting Jan 6, 2026.",
    ],
    [
      "New draft lease",
      "draft",
      approvalResponse(jordan, { state: "draft", isNew: true }),
      "Jordan Blake has access. Next, add terms to their draft lease.",
    ],
    [
      "No lease",
      "none",
      approvalResponse(jordan, null),
      "Jordan Blake can sign in but isn't on a lease yet.",
    ],
  ])(
    "the approver can select another lease, and the message confirms the result: %s",
    async (label, lease, approved, says) => {
      const { decisions } = await open({ "POST /api/users/21/approve": approved });
      await click("Approve Jordan Blake");
      const dialog = within(await screen.findByRole("dialog"));
      await userEvent.click(await dialog.findByRole("radio", { name: label }));
      await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
      await screen.findByText(says);
      expect(decisions()).toEqual([{ path: "/api/users/21/approve", body: { unitId: 5, lease } }]);
    },
  );

  it("an approval can be undone from its message, and another message confirms the undo", async () => {
    const { decisions } = await open({ "POST /api/users/21/undo-approval": jordan });
    await click("Approve Jordan Blake");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: "Lease for Acme Legal" });
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Jordan Blake is waiting for approval again.");
    expect(decisions().at(-1)?.path).toBe("/api/users/21/undo-approval");
  });

  it("a person can't be approved until the unit's leases are loaded", async () => {
    await open({ "GET /api/units/5": problem(503, "The database is not available.") });
    await click("Approve Jordan Blake");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("Couldn't load this unit's leases.");
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
  });

  it("REG-21 maintenance staff are approved for the selected properties", async () => {
    const { decisions } = await open();
    await click("Approve Sam Osei");
    const dialog = await screen.findByRole("dialog", { name: "Approve Sam Osei" });
    const approve = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Approve" });
    await userEvent.click(await within(dialog).findByLabelText("Pier 9"));
    await userEvent.click(within(dialog).getByLabelText("Harborview Center"));
    await userEvent.click(within(dialog).getByLabelText("Pier 9"));
    await userEvent.click(approve);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(decisions()).toEqual([{ path: "/api/users/22/approve", body: { propertyIds: [1] } }]);
  });

  it("REG-21 a tenant who didn't request a unit is approved after selecting one", async () => {
    const { decisions } = await open();
    await click("Approve Kim Albrecht");
    const dialog = await screen.findByRole("dialog", { name: "Approve Kim Albrecht" });
    expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Approve" }).disabled).toBe(true);
    await userEvent.selectOptions(await within(dialog).findByLabelText("Property"), "2");
    await within(dialog).findByRole("option", { name: "Unit 9 (Vacant)" });
    await userEvent.selectOptions(within(dialog).getByLabelText("Unit"), "14");
    const draft = await within(dialog).findByRole<HTMLInputElement>("radio", { name: "New draft lease" });
    expect(draft.checked).toBe(true);
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    await waitFor(() =>
      expect(decisions()).toEqual([{ path: "/api/users/23/approve", body: { unitId: 14, lease: "draft" } }]),
    );
  });

  it("REG-21 declining a person sends the reason", async () => {
    const { decisions } = await open();
    await click("Decline Jordan Blake");
    const dialog = await screen.findByRole("alertdialog", { name: "Decline Jordan Blake?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Decline" }));
    within(dialog).getByText("Please enter a reason");
    expect(decisions()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText("Reason"), "We do not know you.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(decisions()).toEqual([{ path: "/api/users/21/decline", body: { reason: "We do not know you." } }]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("the reason for declining a person survives closing the dialog and isn't shown for another person", async () => {
    await open();
    const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
    await click("Decline Jordan Blake");
    await userEvent.type(reason(), "We do not know you.");
    await click("Cancel");
    await click("Decline Sam Osei");
    expect(reason().value).toBe("");
    await click("Cancel");
    await click("Decline Jordan Blake");
    expect(reason().value).toBe("We do not know you.");
  });

  it("if someone else has already decided on a request, an error is shown and the list is refetched", async () => {
    const { sent } = await open({
      "POST /api/users/21/approve": problem(409, "Lena Harbor has already decided."),
    });
    const before = sent.filter(({ path }) => path.startsWith("/api/users?")).length;
    await click("Approve Jordan Blake");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: "Lease for Acme Legal" });
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await screen.findByText("Lena Harbor has already decided.");
    await waitFor(() =>
      expect(sent.filter(({ path }) => path.startsWith("/api/users?")).length).toBe(before + 1),
    );
  });

  it("landlords can invite only tenants and maintenance staff, and see their pending invitations", async () => {
    const { sent } = await open({
      "GET /api/invitations": [
        {
          id: 7,
          email: "guest@firm.example",
          role: "tenant",
          unit: { id: 5, label: "Harborview Center, unit 301" },
          leaseId: 12,
          properties: [{ id: 1, name: "Harborview Center" }],
          hasAllProperties: false,
          state: "pending",
          invitedBy: "Avery Whitfield",
          createdAt: "2026-01-05T12:00:00Z",
          expiresAt: "2026-01-07T12:00:00Z",
          acceptedAt: null,
          acceptedById: null,
          delivery: { id: 3, state: "sent", lastError: null },
        },
      ],
    });
    const row = (await screen.findByText("guest@firm.example")).closest("tr") as HTMLElement;
    expect(within(row).getByText("Delivered").closest("a")).toBeNull();
    expect(sent.map(({ path }) => path)).toContain("/api/invitations?state=pending&page=1&pageSize=10");
    await click("Invite");
    const dialog = await screen.findByRole("dialog", { name: "Invite someone" });
    const roles = within(dialog).getByLabelText("Role");
    expect(
      within(roles)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Tenant", "Maintenance Staff"]);
  });
});
