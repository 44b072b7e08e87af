import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { DataExport } from "../contract.ts";

resetBrowser();
beforeAll(() => import("#domains/exports/web/data-export-page.tsx"));

const done: DataExport = {
  id: 7,
  state: "done",
  tables: { done: 46, total: 46 },
  files: { done: 1_240, total: 1_240 },
  bytes: 52_428_800,
  message: null,
  createdBy: "Avery Whitfield",
  createdAt: "2026-11-20T09:00:00Z",
  finishedAt: "2026-11-20T09:05:00Z",
  expiresAt: "2026-11-27T09:05:00Z",
};
const unfinished = { finishedAt: null, expiresAt: null };
const open = (exports: DataExport[], responses: FakeResponses = {}) =>
  openPortal("/settings/export", {
    session: admin,
    responses: { "GET /api/exports": exports, ...responses },
  });
const startButton = () => screen.findByRole("button", { name: "Start Export" });

test("an administrator starts a data export and follows its progress", async () => {
  const { responses, sent } = await open([]);
  await screen.findByText("No exports yet");
  const running: DataExport = {
    ...done,
    ...unfinished,
    state: "running",
    files: { done: 300, total: 1_240 },
  };
  responses["POST /api/exports"] = () => Response.json(running, { status: 202 });
  responses["GET /api/exports"] = [running];
  await userEvent.click(await startButton());
  await screen.findByText("46 of 46 tables, 300 of 1,240 files, 50.0 MB");
  screen.getByText(/^Started by Avery Whitfield on .+ you'll be notified when it's done\.$/);
  expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "Exporting" }).value).toBe(346);
  expect(screen.queryByRole("button", { name: "Start Export" })).toBeNull();
  expect(sent.filter(({ method }) => method === "POST")).toHaveLength(1);
  responses["GET /api/exports"] = [done];
  await screen.findByText("Ready", {}, { timeout: 5_000 });
  await startButton();
});

test("the data export page offers finished exports for download and says why others can't be downloaded", async () => {
  await open([
    { ...done, ...unfinished, id: 9, state: "failed", message: "There's no storage space left." },
    done,
    { ...done, id: 3, state: "expired" },
  ]);
  const table = await screen.findByRole("table", { name: "Exports" });
  const links = within(table).getAllByRole("link", { name: /^Download the export of Nov 20/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/api/exports/7/file"]);
  within(table).getByText("There's no storage space left.");
  within(table).getByText(/^Available until Nov 27/);
  within(table).getByText("Deleted after 7 days. Start a new one if you need it.");
  within(table).getByText("50.0 MB, 1,240 files");
});

test("the data export page doesn't start a second export while one is running and says who started it", async () => {
  const message =
    "Rita Romero started an export that isn't finished yet. Wait until it's finished, then download it.";
  await open([], { "POST /api/exports": problem(409, message) });
  await userEvent.click(await startButton());
  await screen.findByText("No Export Started");
  expect(screen.getByText(message)).toBeTruthy();
});
