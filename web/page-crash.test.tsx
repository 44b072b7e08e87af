import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";

vi.mock("#domains/people/web/approvals/approvals-page.tsx", () => ({
  default: () => {
    throw new Error("broken");
  },
}));

resetBrowser();

it("a page that crashes shows a message and the navigation instead of a blank screen", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  await openPortal("/approvals", { session: admin });
  await screen.findByText("Something went wrong on this page");
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});
