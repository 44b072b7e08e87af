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
import { pendingPerson } from "#web/testing/person.ts";
import type { CompanyDetails } from "../../company-contract.ts";
import { lease, toLeaseRow } from "../testing/leases.ts";

resetBrowser();

const kestrel: CompanyDetails = {
  id: 3,
  name: "Kestrel Legal Partners",
  contactEmail: "office@kestrel.example",
  contactPhone: null,
  version: 1,
  leases: 3,
  activeLeases: 2,
  canEdit: true,
  balanceCents: 570_000,
  overdueCents: 300_000,
};
const landlord = { ...admin, role: "landlord" as const };
const open = (responses: FakeResponses = {}) =>
  openPortal("/companies/3", {
    session: landlord,
    responses: {
      "GET /api/companies/3": kestrel,
      "GET /api/leases": [toLeaseRow(lease)],
      "GET /api/users": [
        {
          ...pendingPerson,
          fullName: "Robert Kessler",
          state: "active",
          units: [{ id: 6, label: "Unit 201" }],
        },
      ],
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      "GET /api/buildings": [],
      ...responses,
    },
  });

describe("the company page", () => {
  it("the company page shows balance, contact details, leases, people, open work orders, and documents", async () => {
    const { sent } = await open();
    expect(await screen.findByRole("heading", { level: 1, name: "Kestrel Legal Partners" })).toBeTruthy();
    expect(screen.getByText("2 active of 3 leases")).toBeTruthy();
    const details = within(screen.getByRole("region", { name: "Account" }));
    expect(details.getByRole("link", { name: /^Balance\s*\$5,700\.00$/ }).getAttribute("href")).toBe(
      "/reports/aged?companyId=3",
    );
    expect(details.getByText("$3,000.00")).toBeTruthy();
    expect(screen.getByRole("link", { name: "office@kestrel.example" })).toBeTruthy();
    const leases = within(await screen.findByRole("table", { name: "Leases for Kestrel Legal Partners" }));
    expect(leases.getByRole("link", { name: "Units 201 and 202" }).getAttribute("href")).toBe("/leases/3");
    const people = await screen.findByRole("table", { name: "People at Kestrel Legal Partners" });
    expect(within(people).getByText("Robert Kessler")).toBeTruthy();
    expect(await screen.findByText("No work orders")).toBeTruthy();
    expect(await screen.findByText("No documents")).toBeTruthy();
    const requested = sent.map(({ path }) => path);
    for (const path of ["/api/leases", "/api/users", "/api/documents"])
      expect(requested).toContainEqual(expect.stringContaining(`${path}?companyId=3`));
    expect(requested).toContainEqual(expect.stringMatching(/^\/api\/work-orders\?companyId=3&page/));
  });

  it("the company page links to the company's full lists and to a new lease with the company filled in", async () => {
    await open();
    const href = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");
    expect(await href("View all leases")).toBe("/leases?companyId=3");
    // The link opens the same list as the card.
    expect(await href("View all work orders")).toBe("/work-orders?companyId=3");
    expect(await href("New Lease")).toBe("/leases/new?company=Kestrel%20Legal%20Partners");
    await userEvent.click(screen.getByRole("link", { name: "New Lease" }));
    expect(await screen.findByLabelText("Company")).toHaveProperty("value", "Kestrel Legal Partners");
  });

  it("the company page edits a company's contact details and shows the change", async () => {
    const { responses, sent } = await open({
      "PATCH /api/companies/3": { ...kestrel, contactPhone: "(206) 555-0148", version: 2 },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await userEvent.type(await screen.findByLabelText(/^Phone/), "(206) 555-0148");
    responses["GET /api/companies/3"] = { ...kestrel, contactPhone: "(206) 555-0148", version: 2 };
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByRole("link", { name: "(206) 555-0148" })).toBeTruthy();
    expect(sent.find(({ method }) => method === "PATCH")?.body).toMatchObject({
      contactPhone: "(206) 555-0148",
    });
  });

  it("the company page doesn't offer to edit a company that two landlords share", async () => {
    await open({ "GET /api/companies/3": { ...kestrel, canEdit: false } });
    await screen.findByRole("heading", { name: "Kestrel Legal Partners" });
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });

  it("the company page shows a message if the company doesn't exist or the request fails", async () => {
    const first = await open({ "GET /api/companies/3": problem(404, "This company does not exist.") });
    expect(await screen.findByText("Company not found")).toBeTruthy();
    first.unmount();
    const { responses } = await open({ "GET /api/companies/3": problem(503, "Please try again.") });
    expect(await screen.findByText("Couldn't load the company.")).toBeTruthy();
    responses["GET /api/companies/3"] = kestrel;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Kestrel Legal Partners" })).toBeTruthy();
  });
});

describe("a company's name", () => {
  it("a company's name links staff to its page from the companies and leases lists and is plain text for tenants", async () => {
    const first = await openPortal("/companies", {
      session: landlord,
      responses: { "GET /api/companies": [kestrel] },
    });
    const href = async () =>
      (await screen.findByRole("link", { name: "Kestrel Legal Partners" })).getAttribute("href");
    expect(await href()).toBe("/companies/3");
    first.unmount();
    const responses = {
      "GET /api/leases": [toLeaseRow(lease)],
      "GET /api/buildings": [],
    };
    const second = await openPortal("/leases", { session: landlord, responses });
    expect(await href()).toBe("/companies/3");
    second.unmount();
    await openPortal("/leases", { session: tenant, responses });
    await waitFor(() => expect(screen.getByText("Kestrel Legal Partners")).toBeTruthy());
    expect(screen.queryByRole("link", { name: "Kestrel Legal Partners" })).toBeNull();
    expect(screen.getByRole("link", { name: "Units 201 and 202" }).getAttribute("href")).toBe("/leases/3");
  });
});
