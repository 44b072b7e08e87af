import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { BackupStatus } from "#domains/settings/backup-contract.ts";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { FailedJob, SystemStatus } from "../contract.ts";

resetBrowser();

const system: SystemStatus = {
  version: "1.4.0",
  nodeVersion: "20.20.2",
  database: {
    version: "18.4 (Debian)",
    isEmbedded: false,
    bytes: 3 * 1024 ** 3,
    migrations: 11,
    lastMigration: "20261123100000_imports.sql",
    migratedAt: "2026-11-20T09:00:00.000Z",
  },
  disk: { freeBytes: 5 * 1024 ** 3, totalBytes: 100 * 1024 ** 3 },
  jobs: { waiting: 12, oldestSeconds: 600, running: 2, failed: 1 },
  emails: { waiting: 0, oldestSeconds: 0, failed: 0 },
  integrations: [
    { name: "email", kind: "smtp", problem: "Connection rejected" },
    { name: "cards", kind: "stripe", problem: null },
    { name: "files", kind: "s3", problem: null },
    { name: "scanner", kind: null, problem: null },
  ],
  instances: [
    { name: "web-1:7", version: "1.4.0", connectedSince: "2026-11-20T09:00:00.000Z", isCurrent: true },
  ],
};
const backup: BackupStatus = {
  dailyAt: "03:00",
  made: { at: "2026-11-20T03:00:00.000Z", bytes: 2_600_000 },
  failed: { at: "2026-11-21T03:00:00.000Z", reason: "no space left on device" },
  needsAttention: true,
};
const job: FailedJob = {
  id: 5,
  task: "post-charges",
  attempts: 25,
  error: "The roof leaks.",
  failedAt: "2026-11-20T10:00:00.000Z",
};
const open = (responses: FakeResponses = {}) =>
  openPortal("/system", {
    session: admin,
    responses: {
      "GET /api/settings/backup": backup,
      "GET /api/system": system,
      "GET /api/system/failed-jobs": [job],
      ...responses,
    },
  });

describe("the system page", () => {
  it("the system page shows which services work and why a service doesn't", async () => {
    await open();
    const services = within(await screen.findByRole("region", { name: "Connected services" }));
    expect(services.getAllByText("Working")).toHaveLength(2);
    services.getByText("Not working");
    services.getByText("Connection rejected");
    services.getByText("Not set up");
  });

  it("the system page shows versions, sizes, and instances, and highlights delays and low disk space", async () => {
    await open();
    await screen.findByText("PostgreSQL 18.4");
    screen.getByText("3.0 GB");
    screen.getByText("Connected since Nov 20, 9:00 AM. Serving this page.");
    expect(screen.getByText("5.0 GB").className).toContain("red");
    screen.getByText("Oldest waiting 10 minutes");
    expect((await screen.findByText("Nov 20, 3:00 AM, 2.5 MB")).className).toContain("red");
    screen.getByText("Failed on Nov 21, 3:00 AM: no space left on device");
    expect(screen.getByText("12").className).toContain("red");
  });

  it("the system page retries a failed job or shows why it can't", async () => {
    const { responses, sent } = await open({
      "POST /api/system/failed-jobs/5/retry": problem(
        409,
        "This job is no longer in the list of failed jobs.",
      ),
    });
    const row = await screen.findByRole("row", { name: /Post charges/ });
    within(row).getByText("The roof leaks.");
    const retry = () => userEvent.click(screen.getByRole("button", { name: "Try again: Post charges" }));
    await retry();
    await screen.findByText("This job is no longer in the list of failed jobs.");
    responses["POST /api/system/failed-jobs/5/retry"] = job;
    responses["GET /api/system/failed-jobs"] = [];
    await retry();
    await screen.findByText("No failed jobs");
    await waitFor(() => expect(sent.filter(({ path }) => path === "/api/system").length).toBeGreaterThan(1));
  });
});
