import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { lease } from "#domains/leases/web/testing/leases.ts";
import { createQueryClient } from "#web/query-client.ts";
import { UserProvider } from "#web/session/user-provider.tsx";
import { admin, type FakeResponses, problem, resetBrowser, respondWith } from "#web/testing/open-page.tsx";
import { account, lateFee, openCharges, payment, rent } from "./testing/ledger.ts";

resetBrowser();

const name = { company: "Kestrel Legal Partners", property: "Harborview Center", units: "201, 202" };

async function open(responses: FakeResponses = {}) {
  const server = respondWith({
    "GET /api/leases/7": { ...lease, id: 7 },
    "GET /api/leases/7/account": account,
    "GET /api/leases/7/ledger": [lateFee, rent, payment],
    "GET /api/leases/7/open-charges": openCharges,
    ...responses,
  });
  // Loads the lazy-loaded parts before the first test waits for them.
  const [{ LeaseLedger }] = await Promise.all([
    import("./lease-ledger.tsx"),
    import("./dialogs/ledger-dialog.tsx"),
  ]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UserProvider user={admin}>
        <LeaseLedger leaseId={7} lease={name} />
      </UserProvider>
    </QueryClientProvider>,
  );
  return {
    ...server,
    written: () =>
      server.sent.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]),
  };
}

const table = () => screen.findByRole("table", { name: "Ledger" });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const record = async (kind: string) => {
  await table();
  await press("Record...");
  await userEvent.click(await screen.findByRole("menuitem", { name: kind }));
  return screen.findByRole("dialog");
};
const act = async (entry: string, action: string) => {
  await table();
  await press(`Actions for ${entry}`);
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
  return screen.findByRole("dialog");
};
const fill = async (label: string, text: string) => {
  const field = within(screen.getByRole("dialog")).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};
const after = () =>
  within(screen.getByRole("dialog")).getByText("New balance").parentElement?.lastElementChild?.textContent;
/** The response to a change. */
const written = { entryId: 20, account };

describe("a lease's ledger", () => {
  it("the ledger shows the balance, the overdue amount, the deposit, and the running balance", async () => {
    await open();
    const rows = within(await table()).getAllByRole("row");
    expect(rows[1]?.textContent).toMatch(
      /Nov 7, 2026.*Late fee.*\$50\.00 overdue since Nov 8, 2026.*\$50\.00.*\$3,050\.00/,
    );
    expect(rows[3]?.textContent).toMatch(
      /Payment by check, 1042.*Brought to the office.*Applied to Base rent, October 2026 \(\$3,000\.00\).*Entered Oct 22, 2026 by Linda Harcourt.*-\$3,000\.00.*\$0\.00/,
    );
    const figure = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect(figure("Overdue")).toBe("$3,050.00");
    expect(figure("Security deposit held")).toBe("$5,000.00");
    expect(
      screen.getByText(
        "A late fee of $150.00 will be added on Dec 7, 2026 unless the rent due Dec 1, 2026 is paid before then.",
      ),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Deposit statement" })).toBeTruthy();
  });

  it("a ledger offers no deposit statement if the lease never had a deposit", async () => {
    await open({ "GET /api/leases/7/account": { ...account, depositCents: 0, hadDeposit: false } });
    expect(await screen.findByRole("link", { name: "Statement" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Deposit statement" })).toBeNull();
  });

  it("a payment in the ledger links to its details and shows who posted it", async () => {
    await open({ "GET /api/leases/7/ledger": [{ ...payment, madeAt: "2026-10-02T15:00:00Z" }] });
    const link = within(await table()).getByRole("link", { name: "Payment by check, 1042" });
    expect(link.getAttribute("href")).toBe("/payments?payment=10");
    expect(screen.getByText("Posted by Linda Harcourt")).toBeTruthy();
  });

  it.each([
    ["Waived", ["waiver"]],
    ["Written off", ["write-off"]],
    ["Waived and written off", ["waiver", "write-off"]],
    ["Paid in full", ["payment"]],
    ["Paid in full", ["payment", "waiver"]],
  ] as const)("a closed charge says %s if it was closed by %j", async (badge, kinds) => {
    const allocation = { description: "By agreement", onDay: "2026-11-08", amountCents: 5_000 };
    const allocations = kinds.map((kind, index) => ({ ...allocation, entryId: 20 + index, kind }));
    await open({ "GET /api/leases/7/ledger": [{ ...lateFee, openCents: 0, allocations }] });
    expect(within(await table()).getByText(badge)).toBeTruthy();
  });

  it("the ledger shows the overdue, due, on-its-way, coming, and credit amounts before the balance", async () => {
    await open({
      "GET /api/leases/7/account": {
        ...account,
        dueCents: 300_000,
        dueOn: "2026-12-01",
        onItsWayCents: 40_000,
        comingCents: 20_000,
        creditCents: 10_000,
        balanceCents: 615_000,
      },
    });
    await table();
    expect(screen.getByRole("region", { name: "Amounts due" }).textContent).toBe(
      [
        "Overdue$3,050.00since Nov 2, 2026",
        "Due Dec 1, 2026$3,000.00",
        "On its way$400.00",
        "Coming$200.00due later",
        "Credit$100.00not applied yet",
      ].join(""),
    );
    expect(screen.getByText("$6,150.00")).toBeTruthy();
  });

  it.each([
    [{ on: "2026-12-01", cents: 300_000 }, "Nothing due until Dec 1, 2026."],
    [null, null],
  ])("the ledger shows the date until which nothing is due: %o", async (nextDue, sentence) => {
    const nothing = { balanceCents: 0, overdueCents: 0, overdueSince: null, dueNowCents: 0 };
    await open({ "GET /api/leases/7/account": { ...account, ...nothing, nextDue } });
    await table();
    expect(screen.queryByText(/^Nothing due until/)?.textContent ?? null).toBe(sentence);
    expect(screen.getByText("Overdue").nextElementSibling?.textContent).toBe("$0.00");
  });

  it("the ledger announces that a returned rent payment will incur a late fee immediately", async () => {
    const nextLateFee = { on: account.today, cents: 15_000, dueOn: "2026-11-01" };
    await open({ "GET /api/leases/7/account": { ...account, nextLateFee } });
    expect(
      await screen.findByText(
        "A late fee of $150.00 will be added within the hour because the rent due Nov 1, 2026 wasn't paid within the grace period.",
      ),
    ).toBeTruthy();
  });

  it("the ledger is read-only for tenants", async () => {
    const none = { reverse: false, waive: false, writeOff: false, move: false };
    await open({
      "GET /api/leases/7/account": { ...account, balanceCents: -15_000, can: { correct: false } },
      "GET /api/leases/7/ledger": [{ ...rent, can: none }],
    });
    await table();
    expect(screen.getByText("Credit of $150.00")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Record|Actions/ })).toBeNull();
  });

  it("the ledger loads more entries on request and can be limited to selected dates", async () => {
    const parts = [[lateFee, rent], [payment]];
    const { sent } = await open({
      "GET /api/leases/7/ledger": ({ path }: { path: string }) => {
        const isSecond = path.includes("cursor=11");
        return Response.json(parts[isSecond ? 1 : 0], {
          headers: {
            "X-Total-Count": "3",
            ...(isSecond ? {} : { Link: '</api/leases/7/ledger?cursor=11>; rel="next"' }),
          },
        });
      },
    });
    await table();
    expect(screen.getByText("Showing 2 of 3 entries")).toBeTruthy();
    await press("Load more");
    expect(await screen.findByText("Showing 3 of 3 entries")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
    await userEvent.type(screen.getByLabelText("From"), "2026-11-01");
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain("/api/leases/7/ledger?from=2026-11-01&limit=50"),
    );
  });

  it("the ledger shows a message if the user can't access the lease", async () => {
    await open({
      "GET /api/leases/7/account": problem(404, "This lease doesn't exist, or you don't have access to it."),
    });
    expect(await screen.findByText("You don't have access to this ledger")).toBeTruthy();
  });
});

describe("entries recorded by staff", () => {
  it("the payment dialog shows the new balance, and a missing amount shows an error on its field", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/payments": written });
    await record("Payment");
    expect(
      await screen.findByRole("dialog", { name: "Record Payment, Kestrel Legal Partners, 201, 202" }),
    ).toBeTruthy();
    expect(screen.getByText("Harborview Center. Money received outside the portal.")).toBeTruthy();
    await press("Record Payment");
    expect(await screen.findByText("Please enter an amount above $0.00")).toBeTruthy();
    expect(calls()).toEqual([]);
    await fill("Amount", "3100");
    // 3,050.00 - 3,100.00
    expect(after()).toBe("Credit of $50.00");
    await fill("Reference", "1043");
    await userEvent.selectOptions(screen.getByLabelText("Apply to"), "14");
    await press("Record $3,100.00 for Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls()).toEqual([
      [
        "/api/leases/7/payments",
        {
          amountCents: 310_000,
          onDay: "2026-11-21",
          method: "check",
          reference: "1043",
          note: "",
          chargeIds: [14],
        },
      ],
    ]);
  });

  it("a new charge is due on the selected date", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/charges": written });
    await record("Charge");
    await fill("Description", "New key");
    await fill("Amount", "25");
    expect(after()).toBe("$3,075.00");
    await press("Charge $25.00 to Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls()).toEqual([
      [
        "/api/leases/7/charges",
        { kind: "other", label: "New key", amountCents: 2_500, dueOn: "2026-11-21", reason: "" },
      ],
    ]);
  });

  it("an unsaved charge is restored on its own lease only, until it's saved", async () => {
    await open({ "POST /api/leases/7/charges": written });
    await record("Charge");
    await fill("Description", "New key");
    await fill("Amount", "25");
    await userEvent.keyboard("{Escape}");
    await record("Charge");
    expect(screen.getByText("We saved your draft.")).toBeTruthy();
    expect(screen.getByLabelText("Description")).toHaveProperty("value", "New key");
    expect(after()).toBe("$3,075.00");
    expect(Object.keys(localStorage)).toEqual(["draft:1:charge:7"]);
    await press("Charge $25.00 to Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await record("Charge");
    expect(screen.getByLabelText("Description")).toHaveProperty("value", "");
    expect(screen.queryByText("We saved your draft.")).toBeNull();
  });

  it("Cancel discards the typed entry, and closing the dialog keeps it", async () => {
    await open();
    await record("Deposit");
    await userEvent.selectOptions(screen.getByLabelText("Transaction"), "refunded");
    await fill("Amount", "900");
    await userEvent.keyboard("{Escape}");
    await record("Deposit");
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "900.00");
    await press("Cancel");
    expect(Object.keys(localStorage)).toEqual([]);
    await record("Deposit");
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
    expect(screen.getByLabelText("Transaction")).toHaveProperty("value", "received");
  });

  it("staff must enter a reason for a credit", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/credits": written });
    await record("Credit");
    await fill("Amount", "12.30");
    await fill("Reason", "The heating was off.");
    await press("Credit $12.30 to Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls()).toEqual([
      ["/api/leases/7/credits", { kind: "rent", amountCents: 1_230, reason: "The heating was off." }],
    ]);
  });

  it("a deposit lowers the balance only if it's applied", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/deposits": written });
    await record("Deposit");
    await fill("Amount", "1,000");
    expect(screen.getByText("New deposit held").nextElementSibling?.textContent).toBe("$6,000.00");
    expect(screen.queryByText("New balance")).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText("Transaction"), "applied");
    expect(screen.getByText("New deposit held").nextElementSibling?.textContent).toBe("$4,000.00");
    expect(after()).toBe("$2,050.00");
    await fill("Reason", "Agreed at the end.");
    await press("Record $1,000.00 for Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls()).toEqual([
      [
        "/api/leases/7/deposits",
        {
          action: "applied",
          amountCents: 100_000,
          onDay: "2026-11-21",
          method: "check",
          reference: "",
          reason: "Agreed at the end.",
        },
      ],
    ]);
  });

  it("a deposit is applied and the rest refunded in one step, with date, method, and check number", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/deposits": written });
    await record("Deposit");
    await userEvent.selectOptions(screen.getByLabelText("Transaction"), "applied-rest-refunded");
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "5,000.00");
    // 5,000.00 held, 3,050.00 due
    expect(
      screen.getByText("$3,050.00 is applied to the balance, and $1,950.00 is refunded to the tenant."),
    ).toBeTruthy();
    expect(after()).toBe("$0.00");
    await fill("Reference", "2044");
    await fill("Reason", "Moved out.");
    await press("Record $5,000.00 for Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls().map(([, body]) => body)).toEqual([
      {
        action: "applied-rest-refunded",
        amountCents: 500_000,
        onDay: "2026-11-21",
        method: "check",
        reference: "2044",
        reason: "Moved out.",
      },
    ]);
  });
});

describe("corrections by staff", () => {
  it("a charge is waived with a reason, in full unless a smaller amount is entered", async () => {
    const { written: calls, responses } = await open({
      "POST /api/leases/7/waivers": problem(400, "Only $40.00 of this charge is unpaid.", {
        amountCents: "Only $40.00 of this charge is unpaid.",
      }),
    });
    await act("Late fee, Nov 7, 2026", "Waive");
    await press("Waive $50.00 for Kestrel Legal Partners");
    expect(await screen.findByText("Please enter a reason (at least 3 characters)")).toBeTruthy();
    expect(after()).toBe("$3,000.00");
    await fill("Reason", "First time.");
    await press("Waive $50.00 for Kestrel Legal Partners");
    expect(await screen.findByText("Only $40.00 of this charge is unpaid.")).toBeTruthy();
    responses["POST /api/leases/7/waivers"] = written;
    await fill("Amount", "50.01");
    expect(after()).toBe("–");
    await fill("Amount", "40");
    await press("Waive $40.00 for Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls().at(-1)).toEqual([
      "/api/leases/7/waivers",
      { chargeId: 14, amountCents: 4_000, reason: "First time." },
    ]);
  });

  it("if a reversal is rejected, the dialog shows the reason", async () => {
    await open({ "POST /api/leases/7/reversals": problem(409, "This entry has already been reversed.") });
    await act("Payment by check, 1042, Oct 2, 2026", "Reverse");
    expect(after()).toBe("$6,050.00");
    expect(
      screen.getByText(/^If this payment covered rent that is now late, a late fee will post/),
    ).toBeTruthy();
    await fill("Reason", "The check bounced.");
    await press("Reverse $3,000.00 for Kestrel Legal Partners");
    expect(await screen.findByText("This entry has already been reversed.")).toBeTruthy();
  });

  it("reversing a payment that wasn't applied to a charge doesn't warn of a late fee", async () => {
    await open({ "GET /api/leases/7/ledger": [{ ...payment, openCents: -300_000, allocations: [] }] });
    await act("Payment by check, 1042, Oct 2, 2026", "Reverse");
    expect(screen.getByLabelText("Why are you reversing it?")).toBeTruthy();
    expect(screen.queryByText(/late fee will post/)).toBeNull();
  });

  it("a payment can be reapplied, up to its full amount", async () => {
    const { written: calls } = await open({ "POST /api/leases/7/allocations": account });
    await act("Payment by check, 1042, Oct 2, 2026", "Reapply");
    await screen.findByLabelText("Base rent, November 2026");
    await fill("Base rent, November 2026", "100");
    expect(screen.getByText("That's $100.00 more than the $3,000.00 available.")).toBeTruthy();
    await fill("Reason", "The tenant asked for it.");
    await press("Reapply $3,000.00 for Kestrel Legal Partners");
    expect(calls()).toEqual([]);
    await fill("Base rent, October 2026", "2,850");
    expect(screen.getByText("$50.00 will stay as unapplied credit.")).toBeTruthy();
    await press("Reapply $3,000.00 for Kestrel Legal Partners");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls()).toEqual([
      [
        "/api/leases/7/allocations",
        {
          creditId: 10,
          charges: [
            { chargeId: 9, amountCents: 285_000 },
            { chargeId: 11, amountCents: 10_000 },
          ],
          reason: "The tenant asked for it.",
        },
      ],
    ]);
  });

  it("only the rest of a partly refunded payment can be reapplied", async () => {
    const refund = {
      entryId: 12,
      kind: "refund" as const,
      description: "Refund of payment 12",
      onDay: "2026-10-20",
      amountCents: 50_000,
    };
    const allocations = payment.allocations.map((allocated) => ({ ...allocated, amountCents: 250_000 }));
    await open({
      "GET /api/leases/7/ledger": [lateFee, rent, { ...payment, allocations: [...allocations, refund] }],
    });
    await act("Payment by check, 1042, Oct 2, 2026", "Reapply");
    await screen.findByLabelText("Base rent, November 2026");
    expect(screen.queryByLabelText("Refund of payment 12")).toBeNull();
    expect(screen.getByText("$0.00 will stay as unapplied credit.")).toBeTruthy();
    await fill("Base rent, November 2026", "100");
    expect(screen.getByText("That's $100.00 more than the $2,500.00 available.")).toBeTruthy();
  });
});
