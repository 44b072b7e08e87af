import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { cardOf } from "#domains/documents/web/testing/cards.ts";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import {
  type Answers,
  admin,
  cleanBrowser,
  conflict,
  openPortal,
  problem,
  type Sent,
  tenant,
} from "#web/testing/open-page.tsx";
import { waitingPerson } from "#web/testing/person.ts";
import type { Lease } from "../contract.ts";
import { draft, lease, noTerms, runningTerms } from "./testing/leases.ts";

cleanBrowser();
// Loads the page before the first test waits for it.
beforeAll(() => import("./lease-page.tsx"), 60_000);

const open = async (
  shown: Lease,
  responses: Answers = {},
  session = { ...admin, role: "landlord" as "landlord" | "tenant" },
  tab = "overview",
) => {
  const portal = await openPortal(`/leases/${shown.id}?tab=${tab}`, {
    session,
    responses: {
      [`GET /api/leases/${shown.id}`]: shown,
      [`GET /api/leases/${shown.id}/history`]: [
        { id: 9, at: "2026-11-20T18:00:00Z", who: "Linda Harcourt", what: "Noted notice to Dec 31, 2026" },
      ],
      [`GET /api/leases/${shown.id}/terms`]: { ...noTerms, leaseId: shown.id },
      [`GET /api/leases/${shown.id}/account`]: account,
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      ...responses,
    },
  });
  await screen.findByRole("heading", { name: shown.company.name });
  const written = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, body, init }) => ({
        call: `${method} ${path}`,
        body,
        version: new Headers(init.headers).get("If-Match"),
      }));
  return { ...portal, written };
};
const landlord = { ...admin, role: "landlord" as const };
const invitationMade = {
  id: 4,
  unit: { id: 6, label: "Harborview Center, unit 201" },
  leaseId: 3,
  buildings: [],
  allBuildings: false,
  state: "pending",
  invitedBy: "Linda Harcourt",
  createdAt: "2026-11-20T18:00:00Z",
  expiresAt: "2026-11-22T18:00:00Z",
  acceptedAt: null,
  acceptedById: null,
  mail: null,
  link: null,
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
/** On the page, not in the bar of a phone. */
const page = () => within(screen.getByRole("main"));
const choose = async (name: string) => {
  await userEvent.click(page().getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
const question = () => screen.findByRole("alertdialog");
const setDay = async (label: string, day: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, day);
};
const versions = () =>
  within(screen.getByRole("table", { name: "Where both versions differ" }))
    .getAllByRole("row")
    .map((row) => row.textContent);
describe("the page of a lease", () => {
  it("an ended lease is not shown as occupying its units", async () => {
    await open({ ...lease, state: "ended" });
    const units = screen.getByRole("table", { name: "Units of this lease" });
    const [, ...rows] = within(units).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Unit 201.*Vacated/),
      expect.stringMatching(/^Unit 202.*Vacated/),
    ]);
  });

  it("shows its facts, units, people with their dates, and history", async () => {
    await open(lease);
    const units = screen.getByRole("table", { name: "Units of this lease" });
    expect(within(units).getByRole("link", { name: "Unit 201" }).getAttribute("href")).toBe("/units/6");
    expect(within(units).getByText("given back early")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "History" }));
    expect(await screen.findByText("Noted notice to Dec 31, 2026")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: "People" }));
    expect(location.search).toBe("?tab=people");
    const people = screen.getByRole("table", { name: "People on this lease" });
    const [, first, second] = within(people).getAllByRole("row");
    expect(first?.textContent).toMatch(/Robert Kessler.*May 1, 2025.*As long as the lease.*Member/);
    expect(second?.textContent).toMatch(/Aisha Rahman.*Jan 31, 2026.*Former/);
  });

  it("begins with the course of the lease, what is owed on it, and its certificates, the next to expire first", async () => {
    const { sent } = await open(lease, {
      "GET /api/leases/3/terms": runningTerms,
      "GET /api/documents": [
        cardOf(8, { title: "Fire inspection", expiresOn: "2028-02-29" }),
        cardOf(9, { title: "Liability certificate", expiresOn: "2026-12-14" }),
      ],
    });
    const timeline = within(screen.getByRole("region", { name: "Timeline" }));
    await timeline.findByText("Liability certificate");
    expect(timeline.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "May 1, 2025Lease began$3,000.00 a month",
      "Nov 21, 2026Today",
      "Dec 14, 2026Document expiresLiability certificate",
      "Dec 31, 2026Unit 202 given back",
      "May 1, 2027Rent rises$3,090.00 a month",
      "Feb 29, 2028Document expiresFire inspection",
      "Apr 30, 2030Lease ends",
    ]);
    expect(timeline.getByText("Today").closest("li")?.getAttribute("aria-current")).toBe("date");
    const owed = within(screen.getByRole("region", { name: "Account" }));
    expect((await owed.findAllByText("$3,050.00")).length).toBeGreaterThan(0);
    expect(owed.getByRole("link", { name: "Ledger" }).getAttribute("href")).toBe("/leases/3?tab=ledger");
    const papers = within(screen.getByRole("region", { name: "Certificates" }));
    expect(papers.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Liability certificate",
      "Fire inspection",
    ]);
    expect(sent.map(({ path }) => path)).toContain("/api/documents?leaseId=3&expires=ever&limit=50");
  });

  it("a long timeline is shortened to its ends and what is around today", async () => {
    const [first] = runningTerms.versions;
    if (first === undefined) throw new Error("There are no terms.");
    const escalations = Array.from({ length: 12 }, (_, at) => ({
      on: `${2026 + at}-05-01`,
      basisPoints: 300,
    }));
    await open(
      { ...lease, to: "2040-04-30", units: [] },
      {
        "GET /api/leases/3/terms": {
          ...runningTerms,
          versions: [{ ...first, held: null, terms: { ...first.terms, escalations } }],
        },
      },
    );
    const timeline = within(screen.getByRole("region", { name: "Timeline" }));
    await userEvent.click(await timeline.findByRole("button", { name: "Show all 15" }));
    expect(timeline.getAllByRole("listitem")).toHaveLength(15);
  });

  it("leads to the page of its company, and back to the leases", async () => {
    await open(lease);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Leases" }).getAttribute("href")).toBe("/leases");
    expect(main.getByRole("link", { name: "Kestrel Legal Partners" }).getAttribute("href")).toBe(
      "/companies/3",
    );
  });

  it("shows its work orders", async () => {
    const { sent } = await open(lease, {}, landlord, "orders");
    expect(await screen.findByText("No work orders")).toBeTruthy();
    expect(sent.map(({ path }) => path)).toContain("/api/work-orders?leaseId=3&page=1&pageSize=10");
  });

  it("is read-only for a tenant", async () => {
    const own = {
      ...lease,
      may: { edit: false, activate: false, giveNotice: false, end: false, delete: false },
    };
    await open(own, {}, { ...tenant, role: "tenant" });
    for (const name of ["Edit", "More", "Add Person", "Activate"])
      expect(page().queryByRole("button", { name })).toBeNull();
    expect(screen.queryByRole("tab", { name: "History" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Unit 201" })).toBeNull();
  });

  it("has a message when the lease does not exist", async () => {
    await openPortal("/leases/99", {
      session: admin,
      responses: {
        "GET /api/leases/99": problem(404, "This lease does not exist, or you do not have access to it."),
      },
    });
    expect(await screen.findByText("There is no such lease")).toBeTruthy();
  });
});

describe("changing its state", () => {
  it("AUN-20 activating names the units and the day, and sends the version on the screen", async () => {
    const { written } = await open(draft, { "POST /api/leases/13/activate": { ...draft, state: "active" } });
    await press("Activate");
    const asked = await screen.findByRole("dialog", { name: "Activate this lease?" });
    expect(asked.textContent).toContain("Unit 303 is occupied from Jan 1, 2027.");
    expect(await within(asked).findByText("This lease has no charges yet.")).toBeTruthy();
    await userEvent.click(within(asked).getByRole("button", { name: "Activate" }));
    expect(await screen.findByText("Lease activated")).toBeTruthy();
    expect(written()).toEqual([{ call: "POST /api/leases/13/activate", body: {}, version: '"4"' }]);
  });

  it("an activation that conflicts with another lease names that lease", async () => {
    const sentence = "Unit 303 is let to Northlight Optical from Jan 5, 2026 on.";
    await open(draft, { "POST /api/leases/13/activate": problem(409, sentence, { unitIds: sentence }) });
    await press("Activate");
    const asked = await screen.findByRole("dialog");
    await within(asked).findByText("This lease has no charges yet.");
    await userEvent.click(within(asked).getByRole("button", { name: "Activate" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("AUN-20 ending names its effects, today or later", async () => {
    const ended = { ...lease, state: "ended" as const, to: "2026-11-21" };
    const { written } = await open(lease, { "POST /api/leases/3/end": ended });
    await choose("End Lease");
    expect((await question()).textContent).toContain(
      "At once: units 201 and 202 are vacant, and the lease cannot be reopened. 1 person will be told and then only reads their own history.",
    );
    await setDay("Last day", "2027-03-31");
    expect((await question()).textContent).toContain(
      "When Mar 31, 2027 is over, units 201 and 202 are vacant.",
    );
    await setDay("Last day", "2026-11-21");
    await userEvent.click(within(await question()).getByRole("button", { name: "End Lease" }));
    expect(await screen.findByText("Lease end saved")).toBeTruthy();
    expect(written()).toEqual([
      { call: "POST /api/leases/3/end", body: { on: "2026-11-21" }, version: '"4"' },
    ]);
  });

  it("a refused day is reported at the field, and the dialog stays open", async () => {
    const sentence = "This day has passed. Please end the lease instead.";
    await open(lease, { "POST /api/leases/3/notice": problem(400, sentence, { to: sentence }) });
    await choose("Give Notice");
    await setDay("Last day", "2026-01-01");
    await userEvent.click(within(await question()).getByRole("button", { name: "Give Notice" }));
    expect((await within(await question()).findByRole("alert")).textContent).toBe(sentence);
  });

  it("a draft is deleted after a confirmation, and the list is shown", async () => {
    const { written } = await open(draft, {
      "DELETE /api/leases/13": { success: true },
      "GET /api/leases": [],
      "GET /api/buildings": [],
    });
    await choose("Delete");
    await userEvent.click(within(await question()).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(location.pathname).toBe("/leases"));
    expect(written().map(({ call }) => call)).toEqual(["DELETE /api/leases/13"]);
  });
});

describe("editing", () => {
  it("a running lease: sends the last day and the changed units", async () => {
    const { written } = await open(lease, { "PATCH /api/leases/3": lease });
    await press("Edit");
    await setDay("Last day", "2031-04-30");
    await userEvent.clear(screen.getByLabelText("Unit 202"));
    await press("Save Changes");
    expect(await screen.findByText("Lease updated")).toBeTruthy();
    expect(written()).toEqual([
      {
        call: "PATCH /api/leases/3",
        body: { to: "2031-04-30", givenBack: [{ unitId: 7, on: null }] },
        version: '"4"',
      },
    ]);
  });

  it("shows both versions when somebody else saved first, and saves mine over theirs on request", async () => {
    const units = lease.units.map((unit) => (unit.to === lease.to ? { ...unit, to: "2028-12-31" } : unit));
    const theirs = { ...lease, to: "2028-12-31", units, version: 5 };
    const { written, responses } = await open(lease, {
      "PATCH /api/leases/3": conflict("Alex Morgan changed this lease in the meantime.", theirs),
    });
    await press("Edit");
    await setDay("Last day", "2031-04-30");
    await press("Save Changes");
    expect(await screen.findByText("Alex Morgan changed this lease in the meantime.")).toBeTruthy();
    expect(versions()).toEqual(["FieldTheirsYours", "Last dayDec 31, 2028Apr 30, 2031"]);
    expect((screen.getByLabelText("Last day") as HTMLInputElement).value).toBe("2031-04-30");
    responses["PATCH /api/leases/3"] = { ...theirs, to: "2031-04-30", version: 6 };
    await press("Save yours");
    expect(await screen.findByText("Lease updated")).toBeTruthy();
    expect(written().map(({ version }) => version)).toEqual(['"4"', '"5"']);
  });

  it("a draft changed by somebody else is compared field by field, and their version can be taken", async () => {
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
      "PATCH /api/leases/13": conflict("Alex Morgan changed this lease in the meantime.", theirs),
    });
    await press("Edit");
    await setDay("Last day", "2031-04-30");
    await press("Save Changes");
    expect(await screen.findByText("Alex Morgan changed this lease in the meantime.")).toBeTruthy();
    expect(versions()).toEqual([
      "FieldTheirsYours",
      "UnitsUnit 305Unit 303",
      "First dayFeb 1, 2027Jan 1, 2027",
      "Last dayOpen-endedApr 30, 2031",
    ]);
    await press("Take theirs");
    expect((screen.getByLabelText("First day") as HTMLInputElement).value).toBe("2027-02-01");
    expect((screen.getByLabelText("Last day") as HTMLInputElement).value).toBe("");
  });

  it("the company: changes all of its leases, and shows what others have saved", async () => {
    const company = { ...lease.company, name: "Kestrel & Partners", version: 2 };
    const { written, responses } = await open(lease, {
      "PATCH /api/companies/3": conflict("Kestrel & Partners was changed in the meantime.", company),
    });
    await choose("Edit Company");
    await userEvent.type(await screen.findByLabelText("Phone"), "(206) 555-0100");
    await press("Save Changes");
    expect(await screen.findByText("Kestrel & Partners was changed in the meantime.")).toBeTruthy();
    expect(versions()).toEqual([
      "FieldTheirsYours",
      "NameKestrel & PartnersKestrel Legal Partners",
      "PhoneEmpty(206) 555-0100",
    ]);
    responses["PATCH /api/companies/3"] = company;
    await press("Save yours");
    expect(await screen.findByText("Company updated")).toBeTruthy();
    expect(written()[1]).toEqual({
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

describe("its people", () => {
  it("are invited to this lease when they have no account yet", async () => {
    const { written } = await open(
      { ...lease, from: "2098-03-01", may: { ...lease.may, edit: true } },
      { "POST /api/invitations": ({ body }: Sent) => ({ ...invitationMade, ...(body as object) }) },
      undefined,
      "people",
    );
    await press("Invite");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/By accepting they join this lease, from Mar 1, 2098\.$/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Send invitation" }));
    expect(written()).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Email"), "new@harbor.example");
    await userEvent.click(dialog.getByRole("button", { name: "Send invitation" }));
    await screen.findByText("An email is on its way to new@harbor.example.");
    expect(written().map(({ call, body }) => ({ call, body }))).toEqual([
      {
        call: "POST /api/invitations",
        body: { email: "new@harbor.example", role: "tenant", lease: lease.id },
      },
    ]);
  });

  it("are chosen from the approved tenants and added with their dates", async () => {
    const { sent, written } = await open(
      lease,
      {
        "GET /api/users": [waitingPerson],
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
    expect(within(dialog).getByText("Please choose a person")).toBeTruthy();
    await userEvent.click(await within(dialog).findByRole("radio", { name: /Jordan Blake/ }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Add Person" }));
    expect(await screen.findByText("Member added")).toBeTruthy();
    expect(written()).toMatchObject([
      { call: "POST /api/leases/3/members", body: { userId: 21, from: "2026-11-21", to: null } },
    ]);
  });

  it("can have their dates changed; a date outside the lease is refused at its field", async () => {
    const sentence = "The lease ends on Apr 30, 2030.";
    const { written } = await open(
      lease,
      {
        "PATCH /api/leases/3/members/31": problem(400, sentence, { to: sentence }),
      },
      landlord,
      "people",
    );
    await press("Actions for Robert Kessler");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Change Days" }));
    await screen.findByRole("dialog");
    await setDay("To", "2031-01-01");
    await press("Save Changes");
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    expect(written()).toMatchObject([{ body: { from: "2025-05-01", to: "2031-01-01" } }]);
  });

  it("leave at once after a confirmation that says so; former members have no actions", async () => {
    const { written } = await open(lease, { "DELETE /api/leases/3/members/31": lease }, landlord, "people");
    expect(
      (screen.getByRole("button", { name: "Actions for Aisha Rahman" }) as HTMLButtonElement).disabled,
    ).toBe(true);
    await press("Actions for Robert Kessler");
    await userEvent.click(await screen.findByRole("menuitem", { name: "End Membership" }));
    expect((await question()).textContent).toContain("At once: they are told");
    await userEvent.click(within(await question()).getByRole("button", { name: "End Membership" }));
    expect(await screen.findByText("Membership ended")).toBeTruthy();
    expect(written().map(({ call }) => call)).toEqual(["DELETE /api/leases/3/members/31"]);
  });
});
