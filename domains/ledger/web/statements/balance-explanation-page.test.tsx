import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { LedgerEntry } from "../../contract.ts";
import { account, lateFee, payment, rent } from "../testing/ledger.ts";

resetBrowser();
beforeAll(() => import("#domains/ledger/web/statements/balance-explanation-page.tsx"));

const october: LedgerEntry = {
  ...rent,
  id: 9,
  onDay: "2026-09-21",
  dueOn: "2026-10-01",
  description: "Base rent, October 2026",
  openCents: 0,
  allocations: [{ ...payment, entryId: 10, amountCents: 300_000 }],
};
const entries = [lateFee, rent, { ...payment, balanceCents: 0 }, october];

const open = (responses: FakeResponses = {}) =>
  openPortal("/leases/7/balance", {
    session: tenant,
    responses: { "GET /api/leases/7/account": account, "GET /api/leases/7/ledger": entries, ...responses },
  });

describe("the balance explanation", () => {
  const month = (name: string) => screen.getByRole("group", { name });

  it("the balance explanation shows each month's net change and ending balance, newest first, with the newest month open", async () => {
    await open();
    expect(await screen.findByText(/^The balance was \$0\.00 on Oct 2, 2026\./)).toBeTruthy();
    const months = screen
      .getAllByRole("group")
      .map((group) => [
        group.ariaLabel,
        (group as HTMLDetailsElement).open,
        group.querySelector("summary")?.textContent,
      ]);
    expect(months).toEqual([
      ["November 2026", true, "November 2026Net +$50.00Ending balance $3,050.00"],
      ["October 2026", false, "October 2026Net $0.00Ending balance $3,000.00"],
      ["September 2026", false, "September 2026Net +$3,000.00Ending balance $3,000.00"],
    ]);
    expect(screen.getByText("The account started with a $0.00 balance.")).toBeTruthy();
    expect(screen.getAllByText("Balance")[0]?.nextElementSibling?.textContent).toBe("$3,050.00");
  });

  it("the balance explanation describes each entry in a sentence, with its amount and the running balance", async () => {
    await open();
    await userEvent.click(await screen.findByText("October 2026"));
    const inOctober = within(month("October 2026")).getAllByRole("listitem");
    expect(inOctober.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /\$3,000\.00 was charged for Base rent, November 2026, due Nov 1, 2026\.\$3,000\.00 is still unpaid\..*\+\$3,000\.00.*\$3,000\.00$/,
      ),
      expect.stringMatching(
        /^DateOct 2, 2026\$3,000\.00 was received: Payment by check, 1042\.Brought to the officeApplied to Base rent, October 2026, Sep 21, 2026 \(\$3,000\.00\)\..*-\$3,000\.00.*\$0\.00$/,
      ),
    ]);
  });

  it("the balance explanation doesn't mention an earlier date with a zero balance while the balance is zero", async () => {
    await open({ "GET /api/leases/7/ledger": [{ ...payment, balanceCents: 0 }, october] });
    expect(await screen.findByText("October 2026")).toBeTruthy();
    expect(screen.queryByText(/^The balance was/)).toBeNull();
  });

  it("the balance explanation loads the next fifty entries on request and shows a month's total once the month is complete", async () => {
    const first = () =>
      Response.json([lateFee, rent], {
        headers: { "X-Total-Count": "4", Link: '</api/leases/7/ledger?cursor=11>; rel="next"' },
      });
    let requestCount = 0;
    const { sent } = await open({
      "GET /api/leases/7/ledger": () => (requestCount++ === 0 ? first() : Response.json(entries.slice(2))),
    });
    expect(await screen.findByText("Showing 2 of 4 entries")).toBeTruthy();
    expect(within(month("October 2026")).queryByText(/^Net /)).toBeNull();
    expect(screen.queryByText("The account started with a $0.00 balance.")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByText("The account started with a $0.00 balance.")).toBeTruthy();
    expect(within(month("October 2026")).getByText("Net $0.00")).toBeTruthy();
    expect(sent.map(({ path }) => path).filter((path) => path.includes("ledger"))).toEqual([
      "/api/leases/7/ledger?limit=50",
      "/api/leases/7/ledger?limit=50&cursor=11",
    ]);
  });

  it("the balance explanation shows a zero balance if there are no entries", async () => {
    await open({ "GET /api/leases/7/ledger": [] });
    expect(await screen.findByText("The balance is $0.00")).toBeTruthy();
  });

  it("the balance explanation shows a not-found message for another tenant's account", async () => {
    await open({ "GET /api/leases/7/account": problem(404, "Not found") });
    expect(await screen.findByText("Account not found")).toBeTruthy();
  });
});
