import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type FakeResponses,
  onPhone,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import type { Statement } from "../../statement-contract.ts";

resetBrowser();
beforeAll(() => import("#domains/ledger/web/statements/statement-page.tsx"));

const statement: Statement = {
  leaseId: 7,
  from: "2026-10-01",
  to: "2026-11-21",
  today: "2026-11-21",
  organization: {
    name: "Harbor Estates",
    address: ["1 Pier Way", "Seattle, WA 98101"],
    email: "money@portal.example",
  },
  company: "Harbor Lane Coffee",
  property: { name: "Harborview Center", address: ["500 Alaskan Way", "Seattle, WA 98104"] },
  units: ["101", "102"],
  openingCents: 300_000,
  lines: [
    {
      id: 10,
      onDay: "2026-10-02",
      kind: "payment",
      description: "Payment by check",
      dueOn: "2026-10-02",
      amountCents: -450_000,
      balanceCents: -150_000,
      depositCents: 0,
    },
    {
      id: 11,
      onDay: "2026-10-22",
      kind: "charge",
      description: "Base rent, November 2026",
      dueOn: "2026-11-01",
      amountCents: 300_000,
      balanceCents: 150_000,
      depositCents: 0,
    },
  ],
  chargedCents: 300_000,
  creditedCents: 450_000,
  closingCents: 150_000,
  notYetDueCents: 0,
  overdueCents: 150_000,
  overdueSince: "2026-11-01",
  dueCents: 0,
  dueOn: null,
  onItsWayCents: 0,
  comingCents: 0,
  creditCents: 0,
  aging: { days1To30Cents: 150_000, days31To60Cents: 0, days61To90Cents: 0, over90Cents: 0 },
  depositCents: 500_000,
};

const open = (responses: FakeResponses = {}, path = "/leases/7/statement") =>
  openPortal(path, {
    session: tenant,
    responses: { "GET /api/leases/7/statement": statement, ...responses },
  });

describe("a statement", () => {
  it("the statement page shows sender and recipient and lists the entries between the two balances", async () => {
    await open();
    const rows = within(await screen.findByRole("table", { name: "Entries" })).getAllByRole("row");
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Oct 1, 2026.*Opening balance.*\$3,000\.00$/),
      expect.stringMatching(/Payment by check.*\$4,500\.00.*Credit of \$1,500\.00$/),
      expect.stringMatching(/Base rent, November 2026.*Nov 1, 2026.*\$3,000\.00.*\$1,500\.00$/),
      expect.stringMatching(/Nov 21, 2026.*Closing balance.*\$1,500\.00$/),
    ]);
    for (const text of ["Harbor Estates", "Harbor Lane Coffee", "Harborview Center, units 101, 102"])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText("1 to 30 days").nextElementSibling?.textContent).toBe("$1,500.00");
    expect(screen.getByText("Security deposit held").nextElementSibling?.textContent).toBe("$5,000.00");
  });

  it("on a phone, the statement page labels the balance after each entry", async () => {
    onPhone();
    await open();
    expect(await screen.findByText(/^Balance \$1,500\.00$/)).toBeTruthy();
    expect(screen.getByText("Credit of $1,500.00")).toBeTruthy();
  });

  it("the statement page covers the selected dates, which are in its URL and in the URLs of its files", async () => {
    const { sent } = await open({}, "/leases/7/statement?from=2026-10-01");
    await screen.findByRole("table", { name: "Entries" });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-10-31" } });
    const file = await screen.findByRole("link", { name: "Download the statement as CSV" });
    expect(file.getAttribute("href")).toBe("/api/leases/7/statement.csv?from=2026-10-01&to=2026-10-31");
    expect(location.search).toBe("?from=2026-10-01&to=2026-10-31");
    expect(sent.at(-1)?.path).toBe("/api/leases/7/statement?from=2026-10-01&to=2026-10-31");
  });

  it("the statement page shows an invalid date as an error on its field", async () => {
    const sentence = "The end date is before the start date.";
    await open(
      { "GET /api/leases/7/statement": problem(400, sentence, { to: sentence }) },
      "/leases/7/statement?to=2026-01-01",
    );
    expect(await screen.findByText("Choose different dates.")).toBeTruthy();
    expect(screen.getByLabelText("To").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("button", { name: "Print" })).toBeNull();
  });

  it("the statement page shows a not-found message for another tenant's statement", async () => {
    await open({ "GET /api/leases/7/statement": problem(404, "Not found") });
    expect(await screen.findByText("Statement not found")).toBeTruthy();
  });
});
