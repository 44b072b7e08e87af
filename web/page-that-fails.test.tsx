import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { admin, cleanBrowser, openPortal } from "#web/testing/open-page.tsx";

vi.mock("#domains/accounts/web/approvals-page.tsx", () => ({
  default: () => {
    throw new Error("broken");
  },
}));

cleanBrowser();

it("a page that fails shows a message and ways to continue instead of a blank screen", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await openPortal("/approvals", { session: admin });
  await screen.findByText("Something went wrong on this page");
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});
