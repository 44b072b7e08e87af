import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { type Checklist, setupSteps } from "../contract.ts";
import { openDashboard } from "./testing/dashboard.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
  ]),
);

const card = async () => within(await screen.findByRole("region", { name: "Set up your portal" }));
const withSteps = (done: readonly string[]): Checklist => ({
  steps: setupSteps.map((step) => ({ step, isDone: done.includes(step) })),
});

describe("the setup checklist", () => {
  it("the checklist links to open steps and marks completed steps", async () => {
    await openDashboard(admin, { "GET /api/dashboard/checklist": withSteps(["property"]) });
    const links = (await card()).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Open Outbox", "/outbox"],
      ["Open Settings", "/settings"],
      ["Add Unit", "/add-unit"],
      ["New Lease", "/leases/new"],
      ["Invite Tenants", "/users"],
    ]);
    expect(links.map((link) => link.className.includes("bg-accent"))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect((await card()).getByText("1 of 6 done")).toBeTruthy();
    expect((await card()).getByText("Add a property").textContent).toBe("Add a property: done");
  });

  it("each completed step of the checklist lights a column of windows", async () => {
    await openDashboard(admin, { "GET /api/dashboard/checklist": withSteps(["property", "units"]) });
    const region = await screen.findByRole("region", { name: "Set up your portal" });
    const windows = [...region.querySelectorAll("svg rect")];
    expect(windows.filter((window) => window.classList.contains("fill-lamp"))).toHaveLength(
      (windows.length * 2) / setupSteps.length,
    );
  });

  it("below the checklist, the dashboard shows tasks but doesn't say you're all caught up if there are none", async () => {
    const { responses } = await openDashboard(admin, { "GET /api/dashboard/checklist": withSteps([]) });
    await card();
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    cleanup();
    await openDashboard(admin, {
      ...responses,
      "GET /api/leases": [
        {
          id: 7,
          state: "active",
          company: { id: 1, name: "Harbor Lane Coffee" },
          property: { id: 1, name: "Harborview Center" },
          units: [],
          from: "2025-01-01",
          to: "2026-12-31",
          version: 1,
        },
      ],
    });
    expect(await screen.findByText("Harbor Lane Coffee's lease is ending")).toBeTruthy();
  });

  it("a landlord's checklist link for inviting tenants leads to Approvals", async () => {
    const steps = [{ step: "people", isDone: false }];
    await openDashboard({ ...admin, role: "landlord" }, { "GET /api/dashboard/checklist": { steps } });
    expect((await card()).getByRole("link").getAttribute("href")).toBe("/approvals");
  });

  it("the checklist disappears when dismissed and stays if the request fails", async () => {
    let isDown = true;
    const { sent } = await openDashboard(admin, {
      "GET /api/dashboard/checklist": withSteps([]),
      "DELETE /api/dashboard/checklist": () => (isDown ? problem(500, "Later.")() : { success: true }),
    });
    await userEvent.click((await card()).getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("Later.")).toBeTruthy();
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Set up your portal" })).toBeNull());
    expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  });

  it("the checklist is hidden once everything is done, and isn't requested for tenants", async () => {
    const { sent } = await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Set up your portal" })).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/checklist")).toBe(false);
  });
});
