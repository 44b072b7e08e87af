import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { admin, type FakeResponses, resetBrowser } from "#web/testing/open-page.tsx";
import { byCard, lease, leaseRow, openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/payments-page.tsx"));

const open = (responses: FakeResponses) =>
  openPayments(
    "?payment=70",
    { "GET /api/payments": [byCard], "GET /api/buildings": [], ...responses },
    admin,
  );
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}

it("a payment on the wrong lease can be moved in one step, and the dialog names both leases", async () => {
  const other = { ...leaseRow, id: 8, company: { id: 4, name: "Northlight Optical" } };
  const { sent } = await open({
    "GET /api/payments/70": { ...byCard, can: { ...byCard.can, move: true } },
    "GET /api/leases": [leaseRow, other],
    "GET /api/leases/8": { ...lease, id: 8, company: { ...lease.company, ...other.company } },
    "POST /api/payments/70/move": { ...byCard, id: 71, company: "Northlight Optical", receiptNumber: 13 },
  });
  await userEvent.click(
    await (await dialog("Payment")).findByRole("button", { name: "Move to Another Lease" }),
  );
  const form = await dialog("Move to Another Lease");
  await userEvent.click(form.getByRole("combobox", { name: /^Lease/ }));
  await userEvent.click(await screen.findByRole("option", { name: /^Northlight Optical/ }));
  expect(
    await form.findByText(/^The payment is reversed for Kestrel Legal Partners, .* for Northlight Optical,/),
  ).toBeTruthy();
  await write(form.getByLabelText(/^Reason/), "Wrong company");
  await userEvent.click(form.getByRole("button", { name: /^Move \$.* to Northlight Optical$/ }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === "POST")).toMatchObject({
      path: "/api/payments/70/move",
      body: { leaseId: 8, reason: "Wrong company" },
    }),
  );
  expect(await screen.findAllByText("Payment Moved")).not.toEqual([]);
});

it("the dialog for moving a payment from a closed month shows its new date on both leases", async () => {
  const elsewhere = { ...leaseRow, id: 9, company: { id: 5, name: "Stone & Sons" } };
  const near = { ...leaseRow, id: 8, company: { id: 4, name: "Northlight Optical" } };
  await open({
    "GET /api/payments/70": {
      ...byCard,
      paidOn: "2026-10-02",
      reversedOn: "2026-11-01",
      can: { ...byCard.can, move: true },
    },
    "GET /api/leases": [near, elsewhere],
    "GET /api/leases/8": { ...lease, id: 8, company: { ...lease.company, ...near.company } },
    "GET /api/leases/9": {
      ...lease,
      id: 9,
      company: { ...lease.company, ...elsewhere.company },
      property: { ...lease.property, id: 2, name: "Hill House" },
    },
  });
  await userEvent.click(
    await (await dialog("Payment")).findByRole("button", { name: "Move to Another Lease" }),
  );
  const form = await dialog("Move to Another Lease");
  const choose = async (name: RegExp) => {
    await userEvent.click(form.getByRole("combobox", { name: /^Lease/ }));
    await userEvent.click(await screen.findByRole("option", { name }));
  };
  await choose(/^Northlight Optical/);
  expect(
    await form.findByText(
      /^October 2026 is closed at Harborview Center, so the payment is reversed for Kestrel Legal Partners, .* and recorded for Northlight Optical, .* on Nov 1, 2026, with a new receipt\.$/,
    ),
  ).toBeTruthy();
  await choose(/^Stone/);
  expect(
    await form.findByText(
      /reversed for Kestrel Legal Partners, .* on Nov 1, 2026\. It's recorded for Stone & Sons, Hill House .* on Oct 2, 2026, or on the first open date if that month is closed there too,/,
    ),
  ).toBeTruthy();
});
