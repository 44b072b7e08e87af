import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { ExpirationBadge } from "./expiration-badge.tsx";

resetBrowser();

it.each([
  ["Pacific/Kiritimati", "Expired Nov 20, 2026"],
  ["America/Los_Angeles", "Expires today"],
])("a document expires at the end of the day at its property, in %s", (timeZone, text) => {
  // November 21 in Kiritimati, and still November 20 in Los Angeles.
  vi.useFakeTimers({ now: new Date("2026-11-20T20:00:00Z"), toFake: ["Date"] });
  render(<ExpirationBadge expiresOn="2026-11-20" timeZone={timeZone} />);
  expect(screen.getByText(text)).toBeTruthy();
});
