import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import type { CompanyRow } from "../../company-contract.ts";

resetBrowser();

const kestrel: CompanyRow = {
  id: 3,
  name: "Kestrel Legal Partners",
  contactEmail: "office@kestrel.example",
  contactPhone: "(206) 555-0148",
  version: 1,
  leases: 3,
  activeLeases: 2,
  canEdit: true,
};
const cobalt: CompanyRow = {
  ...kestrel,
  id: 4,
  name: "Cobalt Design",
  contactEmail: null,
  contactPhone: null,
  leases: 0,
  activeLeases: 0,
  canEdit: false,
};
const open = (address = "/companies", responses: FakeResponses = {}) =>
  openPortal(address, {
    session: { ...admin, role: "landlord" },
    responses: { "GET /api/companies": [kestrel, cobalt], ...responses },
  });
const table = () => screen.findByRole("table", { name: "Companies" });
const lastRequest = (sent: { path: string }[]) =>
  sent.filter(({ path }) => path.startsWith("/api/companies")).at(-1)?.path;

describe("the companies list", () => {
  it("the companies list shows each company's contact details and lease count, with a link to its leases", async () => {
    await open("/companies", { "GET /api/leases": [], "GET /api/buildings": [] });
    const rows = within(await table()).getAllByRole("row");
    expect(
      rows.slice(1).map((row) => [...row.children].slice(0, 4).map((cell) => cell.lastChild?.textContent)),
    ).toEqual([
      ["KLKestrel Legal Partners", "office@kestrel.example", "(206) 555-0148", "2 active of 3"],
      ["CDCobalt Design", "Not provided", "Not provided", "None"],
    ]);
    await userEvent.click(screen.getByRole("link", { name: /^Leases for Kestrel/ }));
    expect(location.pathname + location.search).toBe("/leases?companyId=3");
  });

  it("the companies list keeps search and page in the URL, sends them to the server, and exports the results", async () => {
    const { sent } = await open("/companies?page=2", {
      "GET /api/companies": Array.from({ length: 30 }, (_, index) => ({ ...kestrel, id: 100 + index })),
    });
    await table();
    expect(lastRequest(sent)).toBe("/api/companies?page=2&pageSize=25");
    await userEvent.type(screen.getByLabelText("Search companies"), "legal");
    await waitFor(() => expect(location.search).toBe("?q=legal"));
    await waitFor(() => expect(lastRequest(sent)).toBe("/api/companies?q=legal&page=1&pageSize=25"));
    expect(screen.getByRole("link", { name: "Export companies as CSV" }).getAttribute("href")).toBe(
      "/api/companies.csv?q=legal",
    );
  });

  it("the companies list offers editing only to users with permission and shows the change afterward", async () => {
    const { sent, responses } = await open("/companies", {
      "PATCH /api/companies/3": { ...kestrel, name: "Kestrel & Partners", version: 2 },
    });
    expect(await screen.findByRole("button", { name: "Edit Kestrel Legal Partners" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit Cobalt Design" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Edit Kestrel Legal Partners" }));
    const name = await screen.findByLabelText("Name");
    await userEvent.clear(name);
    await userEvent.type(name, "Kestrel & Partners");
    responses["GET /api/companies"] = [{ ...kestrel, name: "Kestrel & Partners", version: 2 }, cobalt];
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Company Updated")).toBeTruthy();
    expect(await within(await table()).findByText("Kestrel & Partners")).toBeTruthy();
    const patch = sent.find(({ method }) => method === "PATCH");
    expect(patch?.body).toMatchObject({ name: "Kestrel & Partners" });
    expect(new Headers(patch?.init.headers).get("If-Match")).toBe('"1"');
  });

  it("the companies list shows both versions when two people edit the same company", async () => {
    await open("/companies", {
      "PATCH /api/companies/3": conflict("Someone changed Kestrel Legal Partners after you opened it.", {
        ...kestrel,
        contactPhone: "(206) 555-0199",
        version: 2,
      }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Kestrel Legal Partners" }));
    await userEvent.click(await screen.findByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("(206) 555-0199")).toBeTruthy();
  });

  it("the companies list opens the edit dialog of the focused company when the user presses E [NAV-32]", async () => {
    await open();
    await screen.findByRole("table", { name: "Companies" });
    await userEvent.keyboard("je");
    expect(await screen.findByRole("dialog", { name: "Edit Company" })).toBeTruthy();
  });

  it("the companies list restores an unsaved edit until the user saves it or someone else changes the company", async () => {
    const edit = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "Edit Kestrel Legal Partners" }));
      return within(await screen.findByRole("dialog"));
    };
    const name = (dialog: Awaited<ReturnType<typeof edit>>) =>
      dialog.getByLabelText<HTMLInputElement>("Name").value;
    const { unmount } = await open("/companies", {
      "PATCH /api/companies/3": problem(503, "Please try again later."),
    });
    await userEvent.type((await edit()).getByLabelText("Name"), " LLP");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Please try again later.");
    await userEvent.keyboard("{Escape}");
    expect(name(await edit())).toBe("Kestrel Legal Partners LLP");
    unmount();

    await open("/companies", { "GET /api/companies": [{ ...kestrel, version: 2 }] });
    expect(name(await edit())).toBe("Kestrel Legal Partners");
    cleanup();

    await open("/companies", { "PATCH /api/companies/3": { ...kestrel, version: 2 } });
    expect(name(await edit())).toBe("Kestrel Legal Partners LLP");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(name(await edit())).toBe("Kestrel Legal Partners");
  });

  it("a company is added only once, even after the form showed errors on its fields", async () => {
    const { sent } = await open("/companies", {
      "POST /api/companies": () => Response.json({ ...cobalt, name: "Zephyr Books" }, { status: 201 }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add Company" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText(/^Email/), "nowhere");
    await userEvent.click(dialog.getByRole("button", { name: "Add Company" }));
    expect(await dialog.findByText("Company name is required")).toBeTruthy();
    expect(dialog.getByText("Please enter a valid email")).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Name"), "Zephyr Books");
    await userEvent.clear(dialog.getByLabelText(/^Email/));
    await userEvent.click(dialog.getByRole("button", { name: "Add Company" }));
    expect(await screen.findByText("Company Added")).toBeTruthy();
    const [post] = sent.filter(({ method }) => method === "POST");
    expect(post?.body).toEqual({ name: "Zephyr Books", contactEmail: "", contactPhone: "" });
    expect(new Headers(post?.init.headers).get("Idempotency-Key")).toBeTruthy();
  });

  it("the companies list shows a message if it's empty, nothing matches, or the request fails", async () => {
    const first = await open("/companies", { "GET /api/companies": [] });
    expect(await screen.findByText("No companies yet")).toBeTruthy();
    first.unmount();
    const second = await open("/companies?q=unicorn", { "GET /api/companies": [] });
    await userEvent.click(await screen.findByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(location.search).toBe(""));
    second.unmount();
    const { responses } = await open("/companies", {
      "GET /api/companies": problem(503, "Please try again."),
    });
    expect(await screen.findByText("Couldn't load the companies.")).toBeTruthy();
    responses["GET /api/companies"] = [kestrel];
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await table()).toBeTruthy();
  });
});
