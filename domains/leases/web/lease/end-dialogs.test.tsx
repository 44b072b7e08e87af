import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { lease, noTerms, schedule } from "../testing/leases.ts";
import { openLease } from "../testing/open-lease.ts";

resetBrowser();
beforeAll(() => import("./lease-page.tsx"), 60_000);

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
    const sheet = within(dialog).getByRole("region", { name: "Move-out" });
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
