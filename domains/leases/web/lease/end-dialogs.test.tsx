import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import type { OpenCharge } from "#domains/ledger/contract.ts";
import { account, rent } from "#domains/ledger/web/testing/ledger.ts";
import { problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { Schedule } from "../../terms-fields.ts";
import { lease, noTerms, schedule } from "../testing/leases.ts";
import { editor, fill, openLease, press } from "../testing/open-lease.ts";

type Month = Schedule["months"][number];

resetBrowser();
beforeAll(() => import("./lease-page.tsx"), 60_000);

const rentDue: OpenCharge = {
  id: 11,
  description: "Base rent, November 2026",
  chargeKind: "rent",
  dueOn: "2026-11-01",
  amountCents: 300_000,
  openCents: 300_000,
  onItsWayCents: 0,
};
const cleaning: OpenCharge = {
  ...rentDue,
  id: 12,
  description: "Carpet cleaning",
  chargeKind: "other",
  amountCents: 45_000,
  openCents: 45_000,
};

it("editing the end date shows the charges and credits before the date is saved", async () => {
  await openLease(lease, noTerms, {
    "POST /api/leases/3/schedule": { ...schedule, postedImmediately: [], creditedCents: 208_310 },
  });
  await press("Edit");
  const dialog = await editor("Edit Lease");
  const save = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Save Changes" });
  expect(save.disabled).toBe(false);
  fill(within(dialog).getByLabelText(/^End date/), "2027-05-15");
  expect(save.disabled).toBe(true);
  await within(dialog).findByText(
    "When you save, $2,083.10 will be credited for charges after May 15, 2027.",
  );
  expect(save.disabled).toBe(false);
});

it("withdrawing a notice shows the restored end date and the resulting charges", async () => {
  const { sentTo } = await openLease(
    {
      ...lease,
      state: "notice",
      toBeforeNotice: null,
      can: { ...lease.can, giveNotice: false, withdrawNotice: true },
    },
    noTerms,
    { "POST /api/leases/3/withdraw-notice": lease, "GET /api/work-orders": [], "GET /api/documents": [] },
  );
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Withdraw Notice" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("The lease will be open-ended again.");
  await within(dialog).findByText(/will be charged for/);
  await press("Withdraw Notice");
  await screen.findByText("Notice Withdrawn");
  expect(sentTo("POST /api/leases/3/schedule").map(({ body }) => body)).toContainEqual({
    endOn: null,
    months: 1,
  });
  expect(sentTo("POST /api/leases/3/withdraw-notice")).toHaveLength(1);
});

it.each(["Record Notice", "End Lease"])(
  "%s is disabled until the last charges and credits are shown",
  async (action) => {
    const { dialog, confirm, respond } = await openSlowly(action);
    expect(confirm().disabled).toBe(true);
    respond(Response.json(schedule));
    await within(dialog).findByText("Last charges and credits");
    expect(confirm().disabled).toBe(false);
  },
);

it("a lease can't be ended if the last charges and credits can't be shown", async () => {
  const { dialog, confirm, respond } = await openSlowly("End Lease");
  respond(problem(400, "The schedule is too long.")());
  await within(dialog).findByText("Couldn't load the last charges and credits.");
  expect(confirm().disabled).toBe(true);
});

/** Opens a dialog whose preview is loading until `respond` is called. */
async function openSlowly(action: string) {
  let respond: (response: Response) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  await openLease(lease, noTerms, {
    "GET /api/leases/3/account": account,
    "GET /api/work-orders": [],
    "GET /api/documents": [],
    "POST /api/leases/3/schedule": () => response,
  });
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
  const dialog = await screen.findByRole("alertdialog");
  const confirm = () => within(dialog).getByRole<HTMLButtonElement>("button", { name: action });
  return { dialog, confirm, respond: (answer: Response) => respond(answer) };
}

it.each(["Record Notice", "End Lease"])(
  "%s shows the last charges, the credits, the balance, and the deposit",
  async (action) => {
    const { sentTo } = await openLease(lease, noTerms, {
      "GET /api/leases/3/account": account,
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      "POST /api/leases/3/schedule": { ...schedule, creditedCents: 125_000 },
    });
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: action }));
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.change(within(dialog).getByLabelText("End date"), { target: { value: "2027-05-15" } });
    await within(dialog).findByText("Credited for charges after May 15, 2027");
    const sheet = within(dialog).getByRole("region", { name: "Last charges and credits" });
    for (const [name, value] of [
      ["April 2027", "$3,500.00"],
      ["May 2027", "$3,590.00"],
      ["Credited for charges after May 15, 2027", "-$1,250.00"],
      ["Balance now", "$3,050.00"],
      ["Security deposit held", "$5,000.00"],
    ] as const)
      expect(within(sheet).getByText(name).nextElementSibling?.textContent).toBe(value);
    expect(sentTo("POST /api/leases/3/schedule").map(({ body }) => body)).toContainEqual({
      endOn: "2027-05-15",
      startOn: "2027-03-01",
      months: 3,
    });
  },
);

/** A paid month, a month with unpaid rent, and a month that isn't posted yet. */
const [firstMonth, unpostedMonth] = schedule.months as [Month, Month];
const dueOn = (day: string): Month => ({
  ...firstMonth,
  month: day,
  charges: firstMonth.charges.map((charge) => ({ ...charge, dueOn: day })),
});
const lastMonths = { ...schedule, months: [dueOn("2026-10-01"), dueOn("2026-11-01"), unpostedMonth] };

it("Move Out guides the user through the end date, deductions, deposit, and statements", async () => {
  const { sentTo } = await openLease(
    { ...lease, state: "notice", to: "2026-12-31", can: { ...lease.can, giveNotice: false } },
    noTerms,
    {
      "GET /api/leases/3/account": { ...account, balanceCents: 345_000 },
      "GET /api/leases/3/open-charges": [rentDue, cleaning],
      "GET /api/leases/3/ledger": [],
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      "POST /api/leases/3/schedule": lastMonths,
      "POST /api/leases/3/deposits": { entryId: 20, account },
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Move Out" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Move Out" }));
  const step = (name: string) => within(sheet.getByRole("region", { name }));
  expect(await step("1. End date").findByText("The lease ends on Dec 31, 2026.")).toBeTruthy();
  expect(await step("1. End date").findByText("Last charges and credits")).toBeTruthy();
  const valueOf = (name: string, at: string) => step(at).getByText(name).nextElementSibling?.textContent;
  for (const status of [
    "Nothing unpaid",
    "$3,000.00 unpaid, due Nov 1, 2026",
    "Will be posted on Apr 21, 2027, due May 1, 2027",
  ])
    expect(await step("1. End date").findByText(status)).toBeTruthy();
  expect(
    await step("3. Security deposit").findByText("$3,590.00 for May 2027 isn't posted yet."),
  ).toBeTruthy();
  await step("2. Deductions").findByText("Carpet cleaning");
  expect(valueOf("Unpaid charges", "2. Deductions")).toBe("$3,450.00");
  expect(valueOf("To apply to the balance", "3. Security deposit")).toBe("-$3,450.00");
  expect(valueOf("To refund", "3. Security deposit")).toBe("$1,550.00");
  expect(step("4. Statements").getByRole("link", { name: "Deposit statement" }).getAttribute("href")).toBe(
    "/api/leases/3/deposit-statement.pdf",
  );
  await userEvent.click(step("3. Security deposit").getByRole("button", { name: "Apply and Refund" }));
  const form = within(await screen.findByRole("dialog", { name: /^Record Deposit/ }));
  await userEvent.type(form.getByLabelText(/^Reference/), "2044");
  await userEvent.type(form.getByLabelText(/^Reason/), "Moved out");
  await userEvent.click(form.getByRole("button", { name: /^Record \$5,000\.00/ }));
  expect(await screen.findByRole("dialog", { name: "Move Out" })).toBeTruthy();
  expect(sentTo("POST /api/leases/3/deposits").map(({ body }) => body)).toMatchObject([
    { action: "applied-rest-refunded", amountCents: 500_000, reference: "2044", reason: "Moved out" },
  ]);
});

it("an ended lease that never had a deposit has no deposit statement", async () => {
  const { can } = lease;
  await openLease(
    { ...lease, state: "ended", can: { ...can, edit: false, giveNotice: false, end: false } },
    noTerms,
    {
      "GET /api/leases/3/account": { ...account, depositCents: 0, hadDeposit: false },
      "GET /api/leases/3/open-charges": [],
      "GET /api/leases/3/ledger": [],
      "GET /api/work-orders": [],
      "GET /api/documents": [],
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Move Out" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Move Out" }));
  expect(await sheet.findByText("No deposit is held.")).toBeTruthy();
  expect(sheet.queryByRole("link", { name: "Deposit statement" })).toBeNull();
  expect(sheet.getByRole("link", { name: "Statement" })).toBeTruthy();
});

it("Move Out lists a deduction with its whole amount and what covered it, also once nothing of it is unpaid", async () => {
  const credit = {
    entryId: 30,
    kind: "credit",
    description: "Base rent credit",
    onDay: "2026-11-20",
  } as const;
  const repair = { ...rent, who: "Linda Harcourt", chargeKind: "other" } as const;
  await openLease(
    { ...lease, state: "notice", to: "2026-12-31", can: { ...lease.can, giveNotice: false } },
    noTerms,
    {
      "GET /api/leases/3/account": { ...account, balanceCents: 41_690 },
      "GET /api/leases/3/open-charges": [
        { ...cleaning, id: 21, description: "Carpet repair", amountCents: 250_000, openCents: 41_690 },
      ],
      "GET /api/leases/3/ledger": [
        {
          ...repair,
          id: 21,
          description: "Carpet repair",
          amountCents: 250_000,
          openCents: 41_690,
          allocations: [{ ...credit, amountCents: 208_310 }],
        },
        {
          ...repair,
          id: 22,
          description: "New keys",
          amountCents: 12_000,
          openCents: 0,
          allocations: [{ ...credit, entryId: 31, description: "Payment by check, 88", amountCents: 12_000 }],
        },
        { ...repair, id: 23, description: "Reversed charge", openCents: 0, reversedById: 24 },
        { ...rent, id: 25, description: "Base rent, paid", openCents: 0 },
      ],
      "GET /api/work-orders": [],
      "GET /api/documents": [],
      "POST /api/leases/3/schedule": schedule,
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Move Out" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Move Out" }));
  const deductions = within(await sheet.findByRole("region", { name: "2. Deductions" }));
  await deductions.findByText("New keys");
  expect(
    deductions.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  ).toEqual([
    ["Carpet repair", "$2,500.00"],
    ["Less: Base rent credit", "-$2,083.10"],
    ["New keys", "$120.00"],
    ["Less: Payment by check, 88", "-$120.00"],
    ["Unpaid charges", "$416.90"],
  ]);
});

it.each([
  ["the end date of a notice", { state: "notice", to: "2027-05-31" }, "2027-05-31"],
  ["the end date of a lease that ends soon", { state: "active", to: "2026-12-31" }, "2026-12-31"],
  ["today for a lease that ends later", { state: "active", to: "2028-12-31" }, "2026-11-21"],
  ["today for an open-ended lease", { state: "active", to: null }, "2026-11-21"],
] as const)("End Lease proposes %s", async (_name, facts, endsOn) => {
  await openLease({ ...lease, ...facts }, noTerms, {
    "GET /api/leases/3/account": account,
    "GET /api/work-orders": [],
    "GET /api/documents": [],
  });
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "End Lease" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByLabelText<HTMLInputElement>("End date").value).toBe(endsOn);
});
