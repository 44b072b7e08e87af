import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Answers, admin, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";
import { asRow, draft, lease } from "./testing/leases.ts";

cleanBrowser();

const landlord = { ...admin, role: "landlord" as const };
const buildings = [
  { id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null },
  { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
];
const open = (address = "/leases", responses: Answers = {}) =>
  openPortal(address, {
    session: landlord,
    responses: {
      "GET /api/leases": [asRow(lease), asRow(draft)],
      "GET /api/buildings": buildings,
      ...responses,
    },
  });
const manyLeases = Array.from({ length: 25 }, (_, at) => asRow({ ...lease, id: 100 + at }));
const asked = (sent: { method: string; path: string }[], path: string) =>
  sent.filter((request) => request.path.startsWith(path)).map((request) => request.path);

describe("the list of leases", () => {
  it("shows company, units, dates and state of each lease", async () => {
    await open();
    const rows = within(await screen.findByRole("table", { name: "Leases" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => [...row.children].map((cell) => cell.lastChild?.textContent))).toEqual([
      [
        "Kestrel Legal Partners",
        "Harborview Center",
        "Units 201 and 202",
        "May 1, 2025",
        "Apr 30, 2030",
        "Active",
      ],
      ["Kestrel Legal Partners", "Harborview Center", "Unit 303", "Jan 1, 2027", "Open-ended", "Draft"],
    ]);
  });

  it("keeps search and filters in the address, sends them to the server, and starts at the first page", async () => {
    const { sent } = await open("/leases?page=2", { "GET /api/leases": manyLeases });
    await screen.findByRole("table", { name: "Leases" });
    expect(asked(sent, "/api/leases?").at(-1)).toContain("page=2");
    await userEvent.selectOptions(screen.getByLabelText("State"), "Notice given");
    await userEvent.selectOptions(screen.getByLabelText("Building"), "Pier 9");
    await userEvent.type(screen.getByLabelText("Search company, unit or building"), "kestrel");
    await waitFor(() => expect(location.search).toBe("?q=kestrel&state=notice&propertyId=2"));
    await waitFor(() =>
      expect(asked(sent, "/api/leases?").at(-1)).toBe(
        "/api/leases?q=kestrel&state=notice&propertyId=2&page=1&pageSize=20",
      ),
    );
  });

  it("goes to the last page when the page in the address no longer exists", async () => {
    await open("/leases?page=9", { "GET /api/leases": manyLeases });
    await waitFor(() => expect(location.search).toBe("?page=2"));
    expect(await screen.findByText("Showing 21 to 25 of 25 leases")).toBeTruthy();
  });

  it("has a message for an empty list", async () => {
    await open("/leases", { "GET /api/leases": [] });
    expect(await screen.findByText("No leases yet")).toBeTruthy();
  });

  it("offers to clear filters without matches", async () => {
    await open("/leases?q=unicorn&companyId=3", { "GET /api/leases": [] });
    expect(await screen.findByText("No leases found")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("has a message for a failed request, and retries", async () => {
    const { responses } = await open("/leases", { "GET /api/leases": problem(503, "Please try again.") });
    expect(await screen.findByText("The leases could not be loaded.")).toBeTruthy();
    responses["GET /api/leases"] = [asRow(lease)];
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Kestrel Legal Partners")).toBeTruthy();
  });

  it("opens a lease", async () => {
    await open("/leases", { "GET /api/leases/3": lease, "GET /api/leases/3/history": [] });
    await userEvent.click(await screen.findByRole("link", { name: "Units 201 and 202" }));
    expect(await screen.findByRole("heading", { name: "Kestrel Legal Partners" })).toBeTruthy();
    expect(location.pathname).toBe("/leases/3");
  });

  it("shows tenants their own leases without a form for new ones; maintenance staff are denied", async () => {
    const first = await openPortal("/leases", {
      session: tenant,
      responses: { "GET /api/leases": [asRow(lease)], "GET /api/buildings": [] },
    });
    expect(await screen.findByText("The leases you belong to, or belonged to.")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "New Lease" })).toBeNull();
    first.unmount();
    await openPortal("/leases", { session: { ...admin, role: "maintenance" } });
    expect(await screen.findByText("Access Denied")).toBeTruthy();
  });
});

describe("the form of a new lease", () => {
  const units = [
    { id: 6, propertyId: 1, unitNumber: "201", type: "office", status: "occupied", tenant: "Kestrel" },
    { id: 12, propertyId: 1, unitNumber: "303", type: "office", status: "vacant", tenant: null },
  ];
  const openForm = (responses: Answers = {}) =>
    open("/leases/new", {
      "GET /api/properties/1/units": units,
      "GET /api/companies": [
        {
          id: 3,
          name: "Kestrel Legal Partners",
          contactEmail: null,
          contactPhone: null,
          version: 1,
          leases: 1,
          runningLeases: 1,
          mayEdit: true,
        },
      ],
      "POST /api/leases": () => Response.json(draft, { status: 201 }),
      "GET /api/leases/13": draft,
      "GET /api/leases/13/history": [],
      ...responses,
    });
  const fillIn = async () => {
    await userEvent.type(await screen.findByLabelText("Company"), "Cobalt Design");
    await userEvent.selectOptions(await screen.findByLabelText("Building"), "Harborview Center");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Unit 303" }));
  };

  it("shows an error below each missing field, and sends nothing", async () => {
    const { sent } = await openForm();
    await userEvent.click(await screen.findByRole("button", { name: "Save Draft" }));
    for (const sentence of [
      "Company name is required",
      "Please choose a property",
      "Please choose at least one unit",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("keeps what was typed and chosen when it is left, until it is emptied", async () => {
    const { unmount } = await openForm();
    await fillIn();
    unmount();
    await openForm();
    await screen.findByText("What you typed before was kept.");
    const company = screen.getByLabelText<HTMLInputElement>("Company");
    expect(company.value).toBe("Cobalt Design");
    const unit = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Unit 303" });
    expect(unit.checked).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Start over" }));
    expect(company.value).toBe("");
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("says whether a company exists, and who occupies each unit", async () => {
    await openForm();
    await fillIn();
    expect(screen.getByText("A new company: it is added with the lease.")).toBeTruthy();
    expect(screen.getByText("Kestrel")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Company"));
    await userEvent.type(screen.getByLabelText("Company"), "kestrel legal partners");
    expect(await screen.findByText("One of your companies.")).toBeTruthy();
  });

  it("saves a draft, once for a double press, and opens it", async () => {
    const { sent } = await openForm();
    await fillIn();
    const from = screen.getByLabelText("First day");
    await userEvent.clear(from);
    await userEvent.type(from, "2027-01-01");
    await userEvent.dblClick(screen.getByRole("button", { name: "Save Draft" }));
    expect(await screen.findByText("Draft saved")).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe("/leases/13"));
    const posts = sent.filter(({ method }) => method === "POST");
    expect(new Set(posts.map(({ init }) => new Headers(init.headers).get("Idempotency-Key"))).size).toBe(1);
    expect(posts[0]?.body).toEqual({
      companyName: "Cobalt Design",
      propertyId: 1,
      unitIds: [12],
      from: "2027-01-01",
      to: null,
      state: "draft",
    });
  });

  it("shows at the units which are already leased, and keeps the form's values", async () => {
    const sentence = "Unit 303 is let to Northlight Optical from Jan 5, 2026 to Dec 31, 2026.";
    await openForm({ "POST /api/leases": problem(409, sentence, { unitIds: sentence }) });
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Save Draft" }));
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    expect((screen.getByLabelText("Company") as HTMLInputElement).value).toBe("Cobalt Design");
  });
});
