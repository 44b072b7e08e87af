import { screen, within } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { OpenMonths } from "../contract.ts";

resetBrowser();
beforeAll(() => import("#domains/month-end/web/month-end-page.tsx"));

const property: OpenMonths = {
  id: 1,
  property: "Harbor House",
  closedThrough: "2026-09",
  openFrom: "2026-10",
  current: "2026-11",
};

it("the month-end page lists the closed and open months of each property", async () => {
  const properties: OpenMonths[] = [
    property,
    { ...property, id: 2, property: "Pier House", closedThrough: null, openFrom: "2025-12" },
    { ...property, id: 3, property: "Empty House", closedThrough: null, openFrom: null },
  ];
  await openPortal("/month-end", { session: admin, responses: { "GET /api/open-months": properties } });
  const rows = within(await screen.findByRole("list", { name: "Properties" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Closed through September 2026. Open: October 2026, November 2026."),
    expect.stringContaining("No closed months. Open: December 2025 through November 2026."),
    expect.stringContaining("No closed months. Nothing is posted yet."),
  ]);
  expect(screen.getByRole("link", { name: /Harbor House/ }).getAttribute("href")).toBe(
    "/properties/1/months",
  );
});
