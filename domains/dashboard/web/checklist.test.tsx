import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, cleanBrowser, problem, tenant } from "#web/testing/open-page.tsx";
import { type Checklist, setUpSteps } from "../contract.ts";
import { openAs } from "./testing/dashboard.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
  ]),
);

const card = async () => within(await screen.findByRole("region", { name: "Set up the portal" }));
const withSteps = (done: readonly string[]): Checklist => ({
  steps: setUpSteps.map((step) => ({ step, isDone: done.includes(step) })),
});

describe("the checklist of a new portal", () => {
  it("links what is left, and marks what is done", async () => {
    await openAs(admin, { "GET /api/dashboard/checklist": withSteps(["building"]) });
    const links = (await card()).getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/outbox", "/settings", "/add-unit", "/leases/new", "/users"]);
    expect((await card()).getByText("1 of 6 done")).toBeTruthy();
    expect((await card()).getByText("Add a building").textContent).toBe("Add a building: done");
  });

  it("leads a landlord to inviting on the page of approvals", async () => {
    const steps = [{ step: "people", isDone: false }];
    await openAs({ ...admin, role: "landlord" }, { "GET /api/dashboard/checklist": { steps } });
    expect((await card()).getByRole("link").getAttribute("href")).toBe("/approvals");
  });

  it("is dismissed for good, and stays when that fails", async () => {
    let isDown = true;
    const { sent } = await openAs(admin, {
      "GET /api/dashboard/checklist": withSteps([]),
      "DELETE /api/dashboard/checklist": () => (isDown ? problem(500, "Later.")() : { success: true }),
    });
    await userEvent.click((await card()).getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("Later.")).toBeTruthy();
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Set up the portal" })).toBeNull());
    expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  });

  it("is not shown once all is done, nor requested for tenants", async () => {
    const { sent } = await openAs(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Set up the portal" })).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/checklist")).toBe(false);
  });
});
