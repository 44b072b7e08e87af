import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import { parseAmount } from "#web/ui/forms/amount-cells.ts";
import type { Budget } from "../../budget-contract.ts";
import { harborHouse } from "../testing/bill.ts";
import { changeByPercent } from "./budget-cells.ts";

resetBrowser();

const months = (cents: number) => Array.from({ length: 12 }, () => cents);
const row = (categoryId: number, category: string, cents: number) => ({
  categoryId,
  category,
  pool: "CAM",
  cents: months(cents),
  actualCents: months(cents + 1_000),
});
const budget: Budget = {
  property: { id: 1, name: "Harbor House" },
  year: 2026,
  version: 3,
  rows: [row(1, "Cleaning", 0), row(2, "Security", 50_000)],
};
const open = (responses: FakeResponses = {}) =>
  openPortal("/budgets?propertyId=1&year=2026", {
    session: { ...admin, role: "landlord" },
    responses: {
      "GET /api/buildings": [harborHouse],
      "GET /api/properties/1/budgets/2026": budget,
      "GET /api/properties/1/budgets/2025": { ...budget, year: 2025 },
      "PUT /api/properties/1/budgets/2026": { ...budget, version: 4 },
      ...responses,
    },
  });
const cell = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const total = () => within(screen.getAllByRole("row").at(-1) as HTMLElement);

describe("the grid of a budget", () => {
  it("a year without a budget links to the import of budgets [EXP-24]", async () => {
    await open({ "GET /api/properties/1/budgets/2026": { ...budget, version: 0 } });
    const link = await screen.findByRole("link", { name: "Import budgets" });
    expect(link.getAttribute("href")).toBe("/import?kind=budgets");
  });

  it("the budget grid moves with Enter and the arrow keys, adds up rows and columns, and saves all amounts [EXP-14]", async () => {
    const { sent } = await open();
    await userEvent.click(await cell("Cleaning, January"));
    await userEvent.keyboard("1,250{ArrowRight}");
    await userEvent.keyboard("300{Enter}");
    expect(document.activeElement).toBe(await cell("Security, February"));
    await userEvent.keyboard("{ArrowUp}{ArrowLeft}");
    expect(document.activeElement).toBe(await cell("Cleaning, January"));
    expect(total().getByText("$7,550.00")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Save Budget" }));
    await screen.findByText("Budget Saved");
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
      version: 3,
      rows: [
        { categoryId: 1, cents: [125_000, 30_000, ...months(0).slice(2)] },
        { categoryId: 2, cents: months(50_000) },
      ],
    });
  });

  it("pasting from a spreadsheet fills the budget grid's cells and marks amounts that can't be read [EXP-14]", async () => {
    await open();
    fireEvent.paste(await cell("Cleaning, March"), {
      clipboardData: { getData: () => "$1,000.00\t(25.50)\n2000\tabc\n" },
    });
    expect((await cell("Cleaning, March")).value).toBe("1,000");
    expect((await cell("Cleaning, April")).value).toBe("-25.50");
    expect((await cell("Security, March")).value).toBe("2,000");
    expect((await cell("Security, April")).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole("button", { name: "Save Budget" })).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect((await cell("Security, April")).value).toBe("500");
  });

  it("the budget grid copies last year's actual costs, changed by a percentage, without saving them [EXP-15]", async () => {
    const { sent } = await open();
    await userEvent.click(await screen.findByRole("button", { name: "Copy from Last Year" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Copy from 2025" }));
    await userEvent.selectOptions(dialog.getByLabelText("Copy"), "The actual costs for 2025");
    await userEvent.clear(dialog.getByLabelText("Percent change"));
    await userEvent.type(dialog.getByLabelText("Percent change"), "-2.5%");
    await userEvent.click(dialog.getByRole("button", { name: "Copy Amounts" }));
    expect((await cell("Security, December")).value).toBe("497.25");
    expect(sent.some(({ method }) => method === "PUT")).toBe(false);
  });
});

it.each([
  ["1,250", 125_000],
  [" $12.5 ", 1_250],
  ["(3)", -300],
  ["-", 0],
  ["", 0],
  ["12.345", null],
  ["abc", null],
])("the budget grid reads the amount %j [EXP-14]", (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
});

it.each([
  [10_000, 300, 10_300],
  [333, 150, 338],
  [-333, 150, -338],
  [100, -10_000, 0],
])("changing %i cents by %i basis points gives %i [EXP-15]", (cents, basisPoints, changed) => {
  expect(changeByPercent(cents, basisPoints)).toBe(changed);
});
