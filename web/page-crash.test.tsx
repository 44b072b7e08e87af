import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { openDashboard } from "#domains/dashboard/web/testing/dashboard.ts";
import { admin, openPortal, resetBrowser, tenant } from "#web/testing/open-page.tsx";

vi.mock("#domains/people/web/approvals/approvals-page.tsx", () => ({
  default: () => {
    throw new Error("broken");
  },
}));

vi.mock("#domains/dashboard/web/recent/recent-payments.tsx", () => ({
  RecentPayments: () => {
    if (isBroken) throw new Error("broken");
    return <h2>Recent Payments</h2>;
  },
}));

let isBroken = true;
resetBrowser();

it("a page that crashes shows a message and the navigation instead of a blank screen", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await openPortal("/approvals", { session: admin });
  await screen.findByText("Something went wrong on this page");
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});

it.each([
  ["a tenant's", tenant],
  ["an administrator's", admin],
])(
  "a crashed section of %s dashboard leaves the other sections intact and can be retried",
  async (_, user) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    isBroken = true;
    await openDashboard(user);
    expect(await screen.findByRole("region", { name: "Figures" })).toBeTruthy();
    expect(screen.getByText("This section couldn't be shown.")).toBeTruthy();
    expect(screen.getByText("Recent Work Orders")).toBeTruthy();
    isBroken = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Recent Payments" })).toBeTruthy();
  },
);
