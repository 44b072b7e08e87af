import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answers, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";
import type { LedgerEntry } from "../contract.ts";
import { account, lateFee, payment, rent } from "./testing/ledger.ts";

cleanBrowser();
beforeAll(() => import("#domains/ledger/web/balance-explanation-page.tsx"));

const october: LedgerEntry = {
  ...rent,
  id: 9,
  onDay: "2026-09-21",
  dueOn: "2026-10-01",
  description: "Base rent, October 2026",
  openCents: 0,
  settlements: [{ ...payment, entryId: 10, amountCents: 300_000 }],
};
const walked = [october, { ...payment, balanceCents: 0 }, rent, lateFee];

const open = (responses: Answers = {}) =>
  openPortal("/leases/7/balance", {
    session: tenant,
    responses: { "GET /api/leases/7/account": account, "GET /api/leases/7/ledger": walked, ...responses },
  });

describe("the balance explanation", () => {
  it("lists the entries from zero, each with a sentence, its amount and the balance after it", async () => {
    await open();
    const inOctober = within(await screen.findByRole("region", { name: "October 2026" })).getAllByRole(
      "listitem",
    );
    expect(inOctober.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^Oct 2, 2026\$3,000\.00 was received: Payment by check, 1042\.Brought to the officeUsed for Base rent, October 2026, Sep 21, 2026 \(\$3,000\.00\)\..*-\$3,000\.00.*\$0\.00$/,
      ),
      expect.stringMatching(
        /\$3,000\.00 was charged for Base rent, November 2026, due Nov 1, 2026\.\$3,000\.00 of it is still open\..*\+\$3,000\.00.*\$3,000\.00$/,
      ),
    ]);
    const regions = screen.getAllByRole("region").map(({ ariaLabel }) => ariaLabel);
    expect(regions.filter((name) => name?.endsWith("2026"))).toEqual([
      "September 2026",
      "October 2026",
      "November 2026",
    ]);
    expect(screen.getByText("Net $0.00")).toBeTruthy();
    expect(screen.getByText("The account begins with nothing owed.")).toBeTruthy();
    expect(screen.getByText("This is the balance").nextElementSibling?.textContent).toBe("$3,050.00");
    expect(screen.getAllByText("Balance")[0]?.nextElementSibling?.textContent).toBe("$3,050.00");
  });

  it("loads the next fifty on request, and shows the sum of a month once it is complete", async () => {
    const first = () =>
      Response.json([october], {
        headers: { "X-Total-Count": "4", Link: '</api/leases/7/ledger?cursor=9>; rel="next"' },
      });
    let requests = 0;
    const { sent } = await open({
      "GET /api/leases/7/ledger": () => (requests++ === 0 ? first() : Response.json(walked.slice(1))),
    });
    expect(await screen.findByText("Showing 1 of 4 entries")).toBeTruthy();
    expect(screen.queryByText(/^Net /)).toBeNull();
    expect(screen.queryByText("This is the balance")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("This is the balance")).toBeTruthy();
    expect(screen.getByText("Net +$3,000.00")).toBeTruthy();
    expect(sent.map(({ path }) => path).filter((path) => path.includes("ledger"))).toEqual([
      "/api/leases/7/ledger?order=oldest&limit=50",
      "/api/leases/7/ledger?order=oldest&limit=50&cursor=9",
    ]);
  });

  it("says that nothing is owed yet", async () => {
    await open({ "GET /api/leases/7/ledger": [] });
    expect(await screen.findByText("The balance is $0.00")).toBeTruthy();
  });

  it("says that the account of another tenant does not exist", async () => {
    await open({ "GET /api/leases/7/account": problem(404, "Not found") });
    expect(await screen.findByText("There is no such account")).toBeTruthy();
  });
});
