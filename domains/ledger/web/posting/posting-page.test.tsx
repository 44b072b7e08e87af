import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { PostingRun } from "../../posting-contract.ts";

resetBrowser();
beforeAll(() => import("#domains/ledger/web/posting/posting-page.tsx"));

const done: PostingRun = {
  id: 7,
  startedAt: "2026-11-20T09:07:00Z",
  lastProgressAt: "2026-11-20T09:08:00Z",
  finishedAt: "2026-11-20T09:08:00Z",
  startedBy: null,
  leases: 120,
  leasesDone: 120,
  entries: 360,
  cents: 36_000_050,
  leasesFailed: 0,
  failedLeaseIds: [],
};
const open = (responses: FakeResponses = {}) =>
  openPortal("/posting", {
    session: admin,
    responses: { "GET /api/posting-runs": [], "GET /api/posting-runs/waiting": { leases: 0 }, ...responses },
  });

describe("posting", () => {
  it("the posting page says that everything is posted and lists the runs with their entries", async () => {
    await open({ "GET /api/posting-runs": [done] });
    await screen.findByText("Everything due has been posted.");
    const row = await screen.findByRole("row", { name: /automatic/ });
    within(row).getByText("Done");
    within(row).getByText("360");
    expect(within(row).getByText("$360,000.50")).toBeDefined();
  });

  it("the posting page posts the leases due and follows the run until it ends", async () => {
    const run = {
      ...done,
      startedBy: "Avery Whitfield",
      finishedAt: null,
      lastProgressAt: new Date().toISOString(),
    };
    const { responses } = await open({
      "GET /api/posting-runs/waiting": { leases: 120 },
      "POST /api/posting-runs": () => {
        responses["GET /api/posting-runs"] = [{ ...run, leasesDone: 30 }];
        return Response.json({ ...run, leasesDone: 0 }, { status: 202 });
      },
    });
    await screen.findByText("120 leases due. Charges post with the next run.");
    await userEvent.click(screen.getByRole("button", { name: "Post now" }));
    const bar = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Posting" });
    expect([bar.value, bar.max]).toEqual([30, 120]);
    responses["GET /api/posting-runs"] = [done];
    responses["GET /api/posting-runs/waiting"] = { leases: 0 };
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull(), { timeout: 5_000 });
    await screen.findByText("Everything due has been posted.");
  });

  it("the posting page shows that a run was interrupted and can resume it", async () => {
    const { sent } = await open({
      "GET /api/posting-runs": [{ ...done, leasesDone: 30, finishedAt: null }],
      "POST /api/posting-runs": done,
    });
    await screen.findByText("The run stopped after 30 of 120 leases.");
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(sent.some(({ method }) => method === "POST")).toBe(true));
  });

  it("the posting page links to the leases that couldn't be charged", async () => {
    await open({ "GET /api/posting-runs": [{ ...done, leasesFailed: 21, failedLeaseIds: [5] }] });
    const link = await screen.findByRole("link", { name: "Lease 5" });
    expect(link.getAttribute("href")).toBe("/leases/5");
    screen.getByText(/and 20 more/);
  });
});
