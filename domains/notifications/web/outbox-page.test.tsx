import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, openPortal } from "#web/testing/open-page.tsx";

cleanBrowser();

const mail = (id: number, state: string) => ({
  id,
  to: "maya@tenants.example",
  subject: `Mail ${id}`,
  template: "approved",
  state,
  createdAt: "2026-03-01T08:00:00.000Z",
  sentAt: null,
  lastError: null,
});
const open = (states: string[]) =>
  openPortal("/outbox", {
    session: admin,
    answers: { "GET /api/outbox": states.map((state, at) => mail(9 - at, state)) },
  });

describe("the outbox", () => {
  it("says that mails reach nobody while no mail server is set up", async () => {
    await open(["kept", "sent"]);
    expect(await screen.findByText("No mail server is set up")).toBeTruthy();
  });

  it("says so no longer once one is", async () => {
    await open(["sent", "kept"]);
    await screen.findByText("Mail 9");
    expect(screen.queryByText("No mail server is set up")).toBeNull();
  });
});
