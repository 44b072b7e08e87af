import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { makeCard } from "#domains/documents/web/testing/cards.ts";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import { pendingPerson } from "#web/testing/person.ts";
import type { Lease } from "../../contract.ts";
import { activeTerms, draft, lease, noTerms, schedule } from "../testing/leases.ts";
import { press } from "../testing/open-lease.ts";

resetBrowser();
// Loads the page before the first test waits for it.
beforeAll(() => import("./lease-page.tsx"), 60_000);

const historyEntry = {
  id: 9,
  at: "2026-11-20T18:00:00Z",
  who: "Linda Harcourt",
  what: "Recorded notice effective Dec 31, 2026",
};
const open = async (
  displayed: Lease,
  responses: FakeResponses = {},
  session = { ...admin, role: "landlord" as "landlord" | "tenant" },
  tab = "overview",
) => {
  const portal = await openPortal(`/leases/${displayed.id}?tab=${tab}`, {
    session,
    responses: {
      [`GET /api/leases/${displayed.id}`]: displayed,
      [`GET /api/leases/${displayed.id}/history`]: [historyEntry],
      [`GET /api/leases/${displayed.id}/terms`]: { ...noTerms, leaseId: displayed.id },
      [`GET /api/leases/${displayed.id}/account`]: account,
      [`POST /api/leases/${displayed.id}/schedule`]: schedule,
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      ...responses,
    },
  });
  await screen.findByRole("heading", { name: displayed.company.name });
  const sentChanges = () =>
    portal.sent
      .filter(({ method, path }) => method !== "GET" && !path.endsWith("/schedule"))
      .map(({ method, path, body, init }) => ({
        call: `${method} ${path}`,
        body,
        version: new Headers(init.headers).get("If-Match"),
      }));
  return { ...portal, sentChanges };
};
const landlord = { ...admin, role: "landlord" as const };
const createdInvitation = {
  id: 4,
  unit: { id: 6, label: "Harborview Center, unit 201" },
  leaseId: 3,
  properties: [],
  hasAllProperties: false,
  state: "pending",
  invitedBy: "Linda Harcourt",
  createdAt: "2026-11-20T18:00:00Z",
  expiresAt: "2026-11-22T18:00:00Z",
  acceptedAt: null,
  acceptedById: null,
  delivery: null,
  link: null,
  isEmailed: true,
};
/** Looks on the page, not in the phone's navigation bar. */
const page = () => within(screen.getByRole("main"));
const selectAction = async (name: string) => {
  await userEvent.click(page().getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
const confirmDialog = () => screen.findByRole("alertdialog");
const confirm = async (name: string) => press(name, await confirmDialog());
const setDay = async (label: string, day: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, day);
};
const findRows = (table: string) => within(screen.getByRole("table", { name: table })).getAllByRole("row");
const versions = () => findRows("Differences").map((row) => row.textContent);
describe("the lease page", () => {
  it("the lease page doesn't show an ended lease as occupying its units", async () => {
    await open({ ...lease, state: "ended" });
    const [, ...rows] = findRows("Units on this lease");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Unit 201.*Vacated/),
      expect.stringMatching(/^Unit 202.*Vacated/),
    ]);
  });

  it("the lease page shows details, units, people with their dates, and history", async () => {
    await open(lease);
    const units = screen.getByRole("table", { name: "Units on this lease" });
    expect(within(units).getByRole("link", { name: "Unit 201" }).getAttribute("href")).toBe("/units/6");
    expect(within(units).getByText("vacated early")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "History" }));
    expect(await screen.findByText("Recorded notice effective Dec 31, 2026")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "People" }));
    expect(location.search).toBe("?tab=people");
    const people = screen.getByRole("table", { name: "People on this lease" });
    const [, first, second] = within(people).getAllByRole("row");
    expect(first?.textContent).toMatch(/Robert Kessler.*May 1, 2025.*Until lease ends.*Current/);
    expect(second?.textContent).toMatch(/Aisha Rahman.*Jan 31, 2026.*Former/);
  });

  it("the lease page starts with the timeline, the balance, and certificates by expiration date", async () => {
    const { sent } = await open(lease, {
      "GET /api/leases/3/terms": activeTerms,
      "GET /api/documents": [
        makeCard(8, { title: "Fire inspection", expiresOn: "2028-02-29" }),
        makeCard(9, { title: "Liability certificate", expiresOn: "2026-12-14" }),
      ],
    });
    const timeline = within(screen.getByRole("region", { name: "Timeline" }));
    await timeline.findByText("Liability certificate");
    expect(timeline.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "May 1, 2025Lease started$3,000.00 per month",
      "Nov 21, 2026Today",
      "Dec 14, 2026Document expiresLiability certificate",
      "Dec 31, 2026Unit 202 vacated",
      "May 1, 2027Rent increase$3,090.00 per month",
      "Feb 29, 2028Document expiresFire inspection",
      "Apr 30, 2030Lease ends",
    ]);
    expect(timeline.getByText("Today").closest("li")?.getAttribute("aria-current")).toBe("date");
    const accountCard = within(screen.getByRole("region", { name: "Account" }));
    expect((await accountCard.findAllByText("$3,050.00")).length).toBeGreaterThan(0);
    expect(accountCard.getByRole("link", { name: "Ledger" }).getAttribute("href")).toBe(
      "/leases/3?tab=ledger",
    );
    const certificates = within(screen.getByRole("region", { name: "Certificates" }));
    expect(certificates.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Liability certificate",
      "Fire inspection",
    ]);
    expect(sent.map(({ path }) => path)).toContain("/api/documents?leaseId=3&expires=ever&limit=50");
  });

  it("the lease page shortens a long timeline to its start, its end, and the events around today", async () => {
    const [first] = activeTerms.versions;
    if (first === undefined) throw new Error("There are no terms.");
    const escalations = Array.from({ length: 12 }, (_, index) => ({
      on: `${2026 + index}-05-01`,
      basisPoints: 300,
    }));
    await open(
      { ...lease, to: "2040-04-30", units: [] },
      {
        "GET /api/leases/3/terms": {
          ...activeTerms,
          versions: [{ ...first, period: null, terms: { ...first.terms, escalations } }],
        },
      },
    );
    const timeline = within(screen.getByRole("region", { name: "Timeline" }));
    await userEvent.click(await timeline.findByRole("button", { name: "Show all 15" }));
    expect(timeline.getAllByRole("listitem")).toHaveLength(15);
  });

  it("the lease page links to its company's page and back to the leases", async () => {
    await open(lease);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Leases" }).getAttribute("href")).toBe("/leases");
    expect(main.getByRole("link", { name: "Kestrel Legal Partners" }).getAttribute("href")).toBe(
      "/companies/3",
    );
  });

  it("the lease page shows the lease's work orders", async () => {
    const { sent } = await open(lease, {}, landlord, "orders");
    expect(await screen.findByText("No work orders")).toBeTruthy();
    expect(sent.map(({ path }) => path)).toContain("/api/work-orders?leaseId=3&page=1&pageSize=10");
  });

  it("tenants can't change anything on the lease page", async () => {
    const readOnlyLease = {
      ...lease,
      can: { ...lease.can, edit: false, giveNotice: false, end: false },
    };
    await open(readOnlyLease, {}, { ...tenant, role: "tenant" });
    for (const name of ["Edit", "More", "Add Person", "Activate"])
      expect(page().queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("tab", { name: "History" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Unit 201" })).toBeNull();
  });

  it("the lease page shows a message if the lease doesn't exist", async () => {
    await openPortal("/leases/99", {
      session: admin,
      responses: {
        "GET /api/leases/99": problem(404, "This lease doesn't exist, or you don't have access to it."),
      },
    });
    expect(await screen.findByText("Lease not found")).toBeTruthy();
  });
});

describe("changing a lease's status", () => {
  it("AUN-20 the activation dialog names the units and the date and sends the displayed version", async () => {
    const { sentChanges } = await open(draft, {
      "POST /api/leases/13/activate": { ...draft, state: "active" },
    });
    await press("Activate");
    const dialog = await screen.findByRole("dialog", { name: "Activate this lease?" });
    expect(dialog.textContent).toContain("Unit 303 will be occupied starting Jan 1, 2027.");
    expect(await within(dialog).findByText("This lease has no charges yet.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Activate" }));
    expect(await screen.findByText("Lease Activated")).toBeTruthy();
    expect(sentChanges()).toEqual([{ call: "POST /api/leases/13/activate", body: {}, version: '"4"' }]);
  });

  it("an activation that conflicts with another lease names that lease", async () => {
    const sentence = "Unit 303 is leased to Northlight Optical from Jan 5, 2026.";
    await open(draft, { "POST /api/leases/13/activate": problem(409, sentence, { unitIds: sentence }) });
    await press("Activate");
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("This lease has no charges yet.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Activate" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("AUN-20 the dialog for ending a lease describes the effects, for today and for a later date", async () => {
    const ended = { ...lease, state: "ended" as const, to: "2026-11-21" };
    const { sentChanges } = await open(lease, { "POST /api/leases/3/end": ended });
    await selectAction("End Lease");
    expect((await confirmDialog()).textContent).toContain(
      "Units 201 and 202 will become vacant immediately, and the lease can't be reopened. 1 person will be notified and can then only view their own history.",
    );
    await setDay("End date", "2027-03-31");
    expect((await confirmDialog()).textContent).toContain(
      "Units 201 and 202 will become vacant after Mar 31, 2027.",
    );
    await setDay("End date", "2026-11-21");
    await confirm("End Lease");
    expect(await screen.findByText("Lease End Saved")).toBeTruthy();
    expect(sentChanges()).toEqual([
      { call: "POST /api/leases/3/end", body: { on: "2026-11-21" }, version: '"4"' },
    ]);
  });

  it("a rejected end date shows its error on the field, and the dialog stays open", async () => {
    const sentence = "That date has passed. End the lease instead.";
    await open(lease, { "POST /api/leases/3/notice": problem(400, sentence, { to: sentence }) });
    await selectAction("Record Notice");
    await setDay("End date", "2027-01-01");
    await confirm("Record Notice");
    expect((await within(await confirmDialog()).findByRole("alert")).textContent).toBe(sentence);
  });

  it("deleting a draft requires confirmation and then opens the leases list", async () => {
    const { sentChanges } = await open(draft, {
      "DELETE /api/leases/13": { success: true },
      "GET /api/leases": [],
      "GET /api/buildings": [],
    });
    await selectAction("Delete");
    await confirm("Delete");
    await waitFor(() => expect(location.pathname).toBe("/leases"));
    expect(sentChanges().map(({ call }) => call)).toEqual(["DELETE /api/leases/13"]);
  });
});

describe("editing a lease", () => {
  it("editing an active lease sends the end date and the changed units", async () => {
    const { sentChanges } = await open(lease, { "PATCH /api/leases/3": lease });
    await press("Edit");
    await setDay("End date", "2031-04-30");
    await userEvent.clear(screen.getByLabelText("Unit 202"));
    await press("Save Changes");
    expect(await screen.findByText("Lease Updated")).toBeTruthy();
    expect(sentChanges()).toEqual([
      {
        call: "PATCH /api/leases/3",
        body: { to: "2031-04-30", vacatedUnits: [{ unitId: 7, on: null }] },
        version: '"4"',
      },
    ]);
  });

  it("if someone else saved first, the edit dialog shows both versions and saves the user's version on request", async () => {
    const units = lease.units.map((unit) => (unit.to === lease.to ? { ...unit, to: "2028-12-31" } : unit));
    const theirs = { ...lease, to: "2028-12-31", units, version: 5 };
    const { sentChanges, responses } = await open(lease, {
      "PATCH /api/leases/3": conflict("Alex Morgan changed this lease after you opened it.", theirs),
    });
    await press("Edit");
    await setDay("End date", "2031-04-30");
    await press("Save Changes");
    expect(await screen.findByText("Alex Morgan changed this lease after you opened it.")).toBeTruthy();
    expect(versions()).toEqual(["FieldTheirsYours", "End dateDec 31, 2028Apr 30, 2031"]);
    expect((screen.getByLabelText("End date") as HTMLInputElement).value).toBe("2031-04-30");
    responses["PATCH /api/leases/3"] = { ...theirs, to: "2031-04-30", version: 6 };
    await press("Keep mine");
    expect(await screen.findByText("Lease Updated")).toBeTruthy();
    expect(sentChanges().map(({ version }) => version)).toEqual(['"4"', '"5"']);
  });

  it("after someone else changed a draft, the edit dialog compares each field and can keep their version", async () => {
    const theirs: Lease = {
      ...draft,
      from: "2027-02-01",
      units: [{ id: 14, unitNumber: "305", from: "2027-02-01", to: null, status: "vacant" }],
      version: 5,
    };
    await open(draft, {
      "GET /api/buildings": [{ id: draft.property.id, name: draft.property.name }],
      [`GET /api/properties/${draft.property.id}/units`]: [],
      "GET /api/companies": [],
      "PATCH /api/leases/13": conflict("Alex Morgan changed this lease after you opened it.", theirs),
    });
    await press("Edit");
    await setDay("End date", "2031-04-30");
    await press("Save Changes");
    expect(await screen.findByText("Alex Morgan changed this lease after you opened it.")).toBeTruthy();
    expect(versions()).toEqual([
      "FieldTheirsYours",
      "UnitsUnit 305Unit 303",
      "Start dateFeb 1, 2027Jan 1, 2027",
      "End dateOpen-endedApr 30, 2031",
    ]);
    await press("Keep theirs");
    expect((screen.getByLabelText("Start date") as HTMLInputElement).value).toBe("2027-02-01");
    expect((screen.getByLabelText("End date") as HTMLInputElement).value).toBe("");
  });

  it("if someone else changed a lease's company first, editing it shows both versions and saves the user's version on request", async () => {
    const company = { ...lease.company, name: "Kestrel & Partners", version: 2 };
    const { sentChanges, responses } = await open(lease, {
      "PATCH /api/companies/3": conflict("Someone changed Kestrel & Partners after you opened it.", company),
    });
    await selectAction("Edit Company");
    await userEvent.type(await screen.findByLabelText("Phone"), "(206) 555-0100");
    await press("Save Changes");
    expect(await screen.findByText("Someone changed Kestrel & Partners after you opened it.")).toBeTruthy();
    expect(versions()).toEqual([
      "FieldTheirsYours",
      "NameKestrel & PartnersKestrel Legal Partners",
      "PhoneEmpty(206) 555-0100",
    ]);
    responses["PATCH /api/companies/3"] = company;
    await press("Keep mine");
    expect(await screen.findByText("Company Updated")).toBeTruthy();
    expect(sentChanges()[1]).toEqual({
      call: "PATCH /api/companies/3",
      body: {
        name: "Kestrel Legal Partners",
        contactEmail: "office@kestrel.example",
        contactPhone: "(206) 555-0100",
      },
      version: '"2"',
    });
  });
});

describe("people on a lease", () => {
  it("people without an account can be invited to the lease", async () => {
    const { sentChanges } = await open(
      { ...lease, from: "2098-03-01", can: { ...lease.can, edit: true } },
      { "POST /api/invitations": { ...createdInvitation, email: "new@harbor.example", role: "tenant" } },
      undefined,
      "people",
    );
    await press("Invite");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Accepting it adds them to this lease, starting Mar 1, 2098\.$/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Send Invitation" }));
    expect(sentChanges()).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Email"), "new@harbor.example");
    await userEvent.click(dialog.getByRole("button", { name: "Send Invitation" }));
    await screen.findByText("An email is on its way to new@harbor.example.");
    expect(sentChanges().map(({ call, body }) => ({ call, body }))).toEqual([
      {
        call: "POST /api/invitations",
        body: { email: "new@harbor.example", role: "tenant", lease: lease.id },
      },
    ]);
  });

  it("people are added to a lease from the approved tenants, each with their dates", async () => {
    const { sent, sentChanges } = await open(
      lease,
      {
        "GET /api/users": [pendingPerson],
        "POST /api/leases/3/members": () => Response.json(lease, { status: 201 }),
      },
      landlord,
      "people",
    );
    await press("Add Person");
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Search by name or email"), "jor");
    await waitFor(() => expect(sent.at(-1)?.path).toBe("/api/users?role=tenant&state=active&q=jor&limit=20"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Add Person" }));
    expect(within(dialog).getByText("Please select a person")).toBeTruthy();
    await userEvent.click(await within(dialog).findByRole("radio", { name: /Jordan Blake/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Add Person" }));
    expect(await screen.findByText("Person Added")).toBeTruthy();
    expect(sentChanges()).toMatchObject([
      { call: "POST /api/leases/3/members", body: { userId: 21, from: "2026-11-21", to: null } },
    ]);
  });

  it("a member's dates can be changed, and a date outside the lease shows an error on its field", async () => {
    const sentence = "The lease ends Apr 30, 2030.";
    const { sentChanges } = await open(
      lease,
      { "PATCH /api/leases/3/members/31": problem(400, sentence, { to: sentence }) },
      landlord,
      "people",
    );
    await press("Actions for Robert Kessler");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit Dates" }));
    await screen.findByRole("dialog");
    await setDay("To", "2031-01-01");
    await press("Save Changes");
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    expect(sentChanges()).toMatchObject([{ body: { from: "2025-05-01", to: "2031-01-01" } }]);
  });

  it("members are removed immediately after confirmation, and former members have no actions", async () => {
    const { sentChanges } = await open(
      lease,
      { "DELETE /api/leases/3/members/31": lease },
      landlord,
      "people",
    );
    expect(
      (screen.getByRole("button", { name: "Actions for Aisha Rahman" }) as HTMLButtonElement).disabled,
    ).toBe(true);
    await press("Actions for Robert Kessler");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Remove from Lease" }));
    expect((await confirmDialog()).textContent).toContain("They'll be notified");
    await confirm("Remove from Lease");
    expect(await screen.findByText("Person Removed")).toBeTruthy();
    expect(sentChanges().map(({ call }) => call)).toEqual(["DELETE /api/leases/3/members/31"]);
  });
});
