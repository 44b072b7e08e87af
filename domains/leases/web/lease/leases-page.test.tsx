import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import { draft, lease, noTerms, toLeaseRow } from "../testing/leases.ts";

resetBrowser();

const landlord = { ...admin, role: "landlord" as const };
const buildings = [
  { id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null },
  { id: 2, name: "Pier 9", address: "9 Pier Road", image: null },
];
const open = (address = "/leases", responses: FakeResponses = {}) =>
  openPortal(address, {
    session: landlord,
    responses: {
      "GET /api/leases": [toLeaseRow(lease), toLeaseRow(draft)],
      "GET /api/buildings": buildings,
      ...responses,
    },
  });
const manyLeases = Array.from({ length: 30 }, (_, index) => toLeaseRow({ ...lease, id: 100 + index }));
const requestedPaths = (sent: { method: string; path: string }[], path: string) =>
  sent.filter((request) => request.path.startsWith(path)).map((request) => request.path);

describe("the leases list", () => {
  it("the leases list shows each lease's company, units, dates, and status", async () => {
    await open();
    const rows = within(await screen.findByRole("table", { name: "Leases" })).getAllByRole("row");
    expect(rows.slice(1).map((row) => [...row.children].map((cell) => cell.lastChild?.textContent))).toEqual([
      [
        "KLKestrel Legal Partners",
        "Harborview Center",
        "Units 201 and 202",
        "May 1, 2025",
        "Apr 30, 2030",
        "Active",
      ],
      ["KLKestrel Legal Partners", "Harborview Center", "Unit 303", "Jan 1, 2027", "Open-ended", "Draft"],
    ]);
  });

  it("the leases list keeps search and filters in the URL, sends them to the server, and starts at the first page", async () => {
    const { sent } = await open("/leases?page=2", { "GET /api/leases": manyLeases });
    await screen.findByRole("table", { name: "Leases" });
    expect(requestedPaths(sent, "/api/leases?").at(-1)).toContain("page=2");
    await userEvent.selectOptions(screen.getByLabelText("Status"), "Notice given");
    await userEvent.selectOptions(screen.getByLabelText("Property"), "Pier 9");
    await userEvent.type(screen.getByLabelText("Search by company, unit, or property"), "kestrel");
    await waitFor(() => expect(location.search).toBe("?q=kestrel&state=notice&propertyId=2"));
    await waitFor(() =>
      expect(requestedPaths(sent, "/api/leases?").at(-1)).toBe(
        "/api/leases?q=kestrel&state=notice&propertyId=2&page=1&pageSize=25",
      ),
    );
  });

  it("the leases list opens the last page if the page in the URL no longer exists", async () => {
    await open("/leases?page=9", { "GET /api/leases": manyLeases });
    await waitFor(() => expect(location.search).toBe("?page=2"));
    expect(await screen.findByText("Showing 26 to 30 of 30 leases")).toBeTruthy();
  });

  it("the leases list opens the focused lease's page with its edit dialog when the user presses E [NAV-32]", async () => {
    await open("/leases", {
      [`GET /api/leases/${lease.id}`]: lease,
      [`GET /api/leases/${lease.id}/history`]: [],
      [`GET /api/leases/${lease.id}/terms`]: noTerms,
    });
    await screen.findByRole("table", { name: "Leases" });
    await userEvent.keyboard("je");
    expect(await screen.findByRole("dialog", { name: "Edit Lease" })).toBeTruthy();
    expect(location.pathname).toBe(`/leases/${lease.id}`);
  });

  it("the leases list exports the selected leases [NAV-33]", async () => {
    await open();
    await userEvent.click(
      (await screen.findAllByLabelText("Select Kestrel Legal Partners"))[0] as HTMLElement,
    );
    const bar = within(await screen.findByRole("region", { name: "Selected leases" }));
    expect(bar.getByRole("link").getAttribute("href")).toBe(`/api/leases.csv?ids=${lease.id}`);
  });

  it("an empty leases list shows a message", async () => {
    await open("/leases", { "GET /api/leases": [] });
    expect(await screen.findByText("No leases yet")).toBeTruthy();
  });

  it("the leases list offers to clear the filters if nothing matches them", async () => {
    await open("/leases?q=unicorn&companyId=3", { "GET /api/leases": [] });
    expect(await screen.findByText("No leases found")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("the leases list shows a message and a retry button after a failed request", async () => {
    const { responses } = await open("/leases", { "GET /api/leases": problem(503, "Please try again.") });
    expect(await screen.findByText("Couldn't load the leases.")).toBeTruthy();
    responses["GET /api/leases"] = [toLeaseRow(lease)];
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Kestrel Legal Partners")).toBeTruthy();
  });

  it("clicking a lease in the leases list opens its page", async () => {
    await open("/leases", { "GET /api/leases/3": lease, "GET /api/leases/3/history": [] });
    await userEvent.click(await screen.findByRole("link", { name: "Units 201 and 202" }));
    expect(await screen.findByRole("heading", { name: "Kestrel Legal Partners" })).toBeTruthy();
    expect(location.pathname).toBe("/leases/3");
  });

  it("the leases list shows tenants their own leases without a form for new ones", async () => {
    await openPortal("/leases", {
      session: tenant,
      responses: { "GET /api/leases": [toLeaseRow(lease)], "GET /api/buildings": [] },
    });
    expect(await screen.findByRole("link", { name: "Units 201 and 202" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "New Lease" })).toBeNull();
  });
});

describe("the new lease form", () => {
  const units = [
    { id: 6, propertyId: 1, unitNumber: "201", type: "office", status: "occupied", tenant: "Kestrel" },
    { id: 12, propertyId: 1, unitNumber: "303", type: "office", status: "vacant", tenant: null },
    {
      id: 13,
      propertyId: 1,
      unitNumber: "304",
      type: "office",
      status: "vacant",
      tenant: null,
      nextLeaseStartsOn: "2026-12-15",
    },
  ];
  const openForm = (responses: FakeResponses = {}) =>
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
          activeLeases: 1,
          canEdit: true,
        },
      ],
      "POST /api/leases": () => Response.json(draft, { status: 201 }),
      "GET /api/leases/13": draft,
      "GET /api/leases/13/history": [],
      ...responses,
    });
  const fillIn = async () => {
    await userEvent.type(await screen.findByLabelText("Company"), "Cobalt Design");
    await userEvent.selectOptions(await screen.findByLabelText("Property"), "Harborview Center");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Unit 303" }));
  };

  it("the new lease form shows who leases each unit or when its next lease starts", async () => {
    await openForm();
    await screen.findByRole("option", { name: "Harborview Center" });
    await userEvent.selectOptions(await screen.findByLabelText("Property"), "Harborview Center");
    const unitNames = (await screen.findAllByRole("checkbox")).map(
      ({ parentElement }) => parentElement?.textContent,
    );
    expect(unitNames).toEqual([
      "Unit 201Kestrel",
      "Unit 303Vacant",
      "Unit 304Vacant, leased from Dec 15, 2026",
    ]);
  });

  it("the new lease form shows an error below each missing field and sends nothing", async () => {
    const { sent } = await openForm();
    await userEvent.click(await screen.findByRole("button", { name: "Save Draft" }));
    for (const sentence of [
      "Company name is required",
      "Please select a property",
      "Please select at least one unit",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("the new lease form keeps its entries after the user leaves the page, until they're cleared", async () => {
    const { unmount } = await openForm();
    await fillIn();
    unmount();
    await openForm();
    await screen.findByText("We saved your draft.");
    const company = screen.getByLabelText<HTMLInputElement>("Company");
    expect(company.value).toBe("Cobalt Design");
    const unit = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Unit 303" });
    expect(unit.checked).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Start over" }));
    expect(company.value).toBe("");
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("the new lease form says whether the company already exists and who occupies each unit", async () => {
    await openForm();
    await fillIn();
    expect(screen.getByText("New company. It will be added with the lease.")).toBeTruthy();
    expect(screen.getByText("Kestrel")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Company"));
    await userEvent.type(screen.getByLabelText("Company"), "kestrel legal partners");
    expect(await screen.findByText("Existing company.")).toBeTruthy();
  });

  it("a double click in the new lease form saves only one draft and opens it", async () => {
    const { sent } = await openForm();
    await fillIn();
    const from = screen.getByLabelText("Start date");
    await userEvent.clear(from);
    await userEvent.type(from, "2027-01-01");
    await userEvent.dblClick(screen.getByRole("button", { name: "Save Draft" }));
    expect(await screen.findByText("Draft Saved")).toBeTruthy();
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

  it("if a unit is already leased, the new lease form says so and keeps its values", async () => {
    const sentence = "Unit 303 is leased to Northlight Optical from Jan 5, 2026 to Dec 31, 2026.";
    await openForm({ "POST /api/leases": problem(409, sentence, { unitIds: sentence }) });
    await fillIn();
    await userEvent.click(screen.getByRole("button", { name: "Save Draft" }));
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
    expect((screen.getByLabelText("Company") as HTMLInputElement).value).toBe("Cobalt Design");
  });
});
