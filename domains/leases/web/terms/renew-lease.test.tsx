import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import type { Lease } from "../../contract.ts";
import { activeTerms, lease } from "../testing/leases.ts";
import { editor, fill, openLease, press } from "../testing/open-lease.ts";

resetBrowser();
// Loads the lazy parts before the tests need them.
beforeAll(() => Promise.all([import("../lease/lease-page.tsx"), import("./write-terms.tsx")]), 60_000);

const endingLease: Lease = { ...lease, to: "2027-04-30", can: { ...lease.can, renew: true } };
const renewed = { "POST /api/leases/3/amendments": { ...activeTerms, leaseId: 3 } };

it("a lease that ends soon has a button to renew it, prefilled with the next term and the charges in force then", async () => {
  const { sentTo } = await openLease(endingLease, activeTerms, renewed);
  await press("Renew");
  const dialog = within(await editor("Renew Lease"));
  const value = (label: string | RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value;
  expect(value(/^Effective date/)).toBe("2027-05-01");
  dialog.getByText("The lease ends Apr 30, 2027.");
  expect(value(/^New end date/)).toBe("2029-04-30");
  expect(value(/^Reason/)).toBe("Renewal until Apr 30, 2029");
  expect(dialog.getAllByLabelText<HTMLInputElement>("Monthly amount").map((input) => input.value)).toEqual([
    "3,090.00",
    "500.00",
  ]);
  fill(dialog.getByLabelText(/^New end date/), "2028-04-30");
  await waitFor(() =>
    expect(sentTo("POST /api/leases/3/schedule").at(-1)?.body).toMatchObject({ endOn: "2028-04-30" }),
  );
  expect(value(/^Reason/)).toBe("Renewal until Apr 30, 2028");
  const [rent] = dialog.getAllByLabelText("Monthly amount");
  fill(rent as HTMLElement, "3,200");
  await press("Renew", dialog.getByRole("button", { name: "Renew" }).parentElement as HTMLElement);
  await waitFor(() =>
    expect(sentTo("POST /api/leases/3/amendments")).toMatchObject([
      {
        version: '"4"',
        body: {
          from: "2027-05-01",
          to: "2028-04-30",
          reason: "Renewal until Apr 30, 2028",
          terms: { lines: [{ price: { monthlyCents: 320_000 } }, { price: { monthlyCents: 50_000 } }] },
        },
      },
    ]),
  );
  expect(await screen.findByText("Lease Renewed")).toBeTruthy();
  expect(screen.getByText("The lease now ends Apr 30, 2028.")).toBeTruthy();
});

it("a lease that ends later is renewed from the menu, and one that can't be renewed has no such action", async () => {
  await openLease({ ...endingLease, to: "2030-04-30" }, activeTerms);
  expect(screen.queryByRole("button", { name: "Renew" })).toBeNull();
  const more = screen.getAllByRole("button", { name: "More" });
  await userEvent.click(
    more.find((button) => button.getAttribute("aria-haspopup") === "menu") as HTMLElement,
  );
  expect(screen.getByRole("menuitem", { name: "Renew" })).toBeTruthy();
});
