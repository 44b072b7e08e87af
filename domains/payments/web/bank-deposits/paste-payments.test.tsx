import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { PaymentMatch } from "../../payment-matches-contract.ts";
import { account, leaseRow } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/bank-deposits/record-payments-page.tsx"));

const kestrel = {
  id: 7,
  company: "Kestrel Legal Partners",
  property: "Harborview Center",
  units: ["101"],
  dueCents: 255_000,
};
const harbor = { ...kestrel, company: "Harbor Books" };
const matches: PaymentMatch[] = [
  { lease: kestrel, why: "Name and amount due match", candidates: [] },
  {
    lease: null,
    why: "Several tenants match",
    candidates: [
      { ...harbor, id: 8, units: ["301"] },
      { ...harbor, id: 9, units: ["302"] },
    ],
  },
];

const open = () =>
  openPortal("/payments/record", {
    session: admin,
    responses: {
      "GET /api/leases": [leaseRow],
      "GET /api/leases/9/account": account,
      "POST /api/payment-matches": matches,
      "POST /api/bank-deposits": () => Response.json({ id: 5, payments: [] }, { status: 201 }),
    },
  });
const field = (label: string, line: number) =>
  screen.findByLabelText<HTMLInputElement>(`${label}, line ${line}`);
const paste = async (text: string) =>
  fireEvent.paste(await field("Tenant", 1), { clipboardData: { getData: () => text } });

it("pasted rows without a clear amount aren't read, and the page says what is missing", async () => {
  const { sent } = await open();
  await paste("Kestrel\t2500\t1041");
  expect(screen.getByText(/^We couldn't tell which column is the amount\./)).toBeTruthy();
  expect(sent.some(({ path }) => path === "/api/payment-matches")).toBe(false);
});

it("rows pasted from a spreadsheet fill the grid, and the page explains how they were read and why it proposes each tenant", async () => {
  const { sent } = await open();
  await paste(
    "Check #\tAmount\tDate\tTenant\n1041\t$2,550.00\t11/20/2026\tKestrel Legal\n88\t1,200.00\t31/31/2026\tHarbor\nTotal\t3,750.00\t\t",
  );
  expect(
    screen.getByText(
      /^Read 2 payments: column 1 is the reference, column 2 is the amount, column 3 is the date, column 4 is the tenant\. 1 row isn't a payment received: “Total 3,750\.00”\./,
    ),
  ).toBeTruthy();
  expect(await screen.findByText("Harborview Center, 101 · Name and amount due match")).toBeTruthy();
  expect((await field("Tenant", 1)).value).toBe("Kestrel Legal Partners");
  expect((await field("Reference", 1)).value).toBe("1041");
  expect((await field("Date received", 1)).value).toBe("2026-11-20");
  expect(sent.find(({ path }) => path === "/api/payment-matches")?.body).toEqual({
    payments: [
      { text: "Kestrel Legal", amountCents: 255_000 },
      { text: "Harbor", amountCents: 120_000 },
    ],
  });
  // Nothing is selected for a line with several likely tenants, and a date that can't be read is left empty.
  expect((await field("Tenant", 2)).value).toBe("");
  expect((await field("Date received", 2)).value).toBe("");
  expect(screen.getByText("Several tenants match")).toBeTruthy();
  // The text stays visible, whether or not a tenant was found.
  for (const text of ["“Kestrel Legal”", "“Harbor”"]) expect(screen.getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Record 2 Payments, $3,750.00" }));
  expect(await screen.findByText("Please select a tenant")).toBeTruthy();
  expect(screen.getByText("Please enter the date received")).toBeTruthy();
  await userEvent.click(await field("Tenant", 2));
  const options = within(await screen.findByRole("listbox")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Harbor BooksHarborview Center, 301",
    "Harbor BooksHarborview Center, 302",
  ]);
  await userEvent.click(options[1] ?? document.body);
  await waitFor(async () => expect((await field("Tenant", 2)).value).toBe("Harbor Books"));
  expect((await field("Amount", 2)).value).toBe("1,200.00");
});

it("an amount that can't be read stays empty, with what was pasted, and a pasted method is used", async () => {
  await open();
  await paste("Tenant\tAmount\tMethod\nKestrel Legal\t1.234,56\tZelle\nHarbor\t\tcash");
  expect(
    await screen.findByText(
      "Harborview Center, 101 · Name and amount due match. We couldn't read the amount “1.234,56”",
    ),
  ).toBeTruthy();
  expect((await field("Amount", 1)).value).toBe("");
  expect((await field("Amount", 2)).value).toBe("");
  expect((await field("Method", 1)).value).toBe("zelle");
  expect((await field("Method", 2)).value).toBe("cash");
  await userEvent.click(screen.getByRole("button", { name: /^Record 2 Payments/ }));
  expect(await screen.findAllByText("Please enter an amount above $0.00")).toHaveLength(2);
});
