import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { pendingPerson } from "#web/testing/person.ts";
import type { AuditEntry } from "../contract.ts";

resetBrowser();

const approved: AuditEntry = {
  id: 12,
  at: "2025-03-04T10:00:00Z",
  actorId: 5,
  actorName: "Linda Harcourt",
  action: "person.approved",
  subject: { type: "person", id: "21", label: "Jordan Blake" },
  property: { id: 1, name: "Harborview Center" },
  networkAddress: "203.0.113.7",
  requestId: "0b1c",
  details: { role: "tenant" },
};
const changed: AuditEntry = {
  ...approved,
  id: 11,
  actorName: "Avery Whitfield",
  action: "settings.changed",
  subject: { type: "settings", id: "organization", label: null },
  property: null,
  details: {
    changes: [
      { field: "cardFeeBasisPoints", from: 350, to: 299 },
      { field: "city", from: "", to: "Tacoma" },
      { field: "zip", from: "98101", to: "98402" },
    ],
  },
};
const deleted: AuditEntry = {
  ...approved,
  id: 10,
  action: "unit.deleted",
  subject: { type: "unit", id: "77", label: null },
};
const paid: AuditEntry = {
  ...approved,
  id: 7,
  action: "ledger.payment-received",
  subject: { type: "lease", id: "7", label: "Lease of Kestrel" },
};
const received: AuditEntry = { ...paid, id: 6, actorId: null, actorName: "Stripe" };
const unknownAction: AuditEntry = { ...approved, id: 9, action: "robot.waved-back" };
const trashed: AuditEntry = {
  ...approved,
  id: 8,
  action: "document.trashed",
  subject: { type: "document", id: "5", label: "House rules" },
};

const answering = (entries: AuditEntry[], headers: Record<string, string> = {}) =>
  Response.json(entries, { headers: { "X-Total-Count": String(entries.length), ...headers } });
const open = async (address = "/audit", responses: FakeResponses = {}) => {
  const portal = await openPortal(address, {
    session: admin,
    responses: {
      "GET /api/audit": () => answering([approved, changed, deleted, unknownAction, trashed]),
      "GET /api/buildings": [{ id: 1, name: "Harborview Center", address: "1200 Alaskan Way", image: null }],
      ...responses,
    },
  });
  const requests = () => portal.sent.map(({ path }) => path).filter((path) => path.startsWith("/api/audit"));
  return { ...portal, requests };
};
const rows = async () => {
  const table = await screen.findByRole("table", { name: "Audit log" });
  return within(table).getAllByRole("row").slice(1);
};

describe("the audit page", () => {
  it("the audit page shows each entry as a sentence, with a link to its subject if it still exists", async () => {
    await open();
    const [first, second, third, fourth, fifth] = await rows();
    expect(first?.textContent).toContain("Linda Harcourt approved Jordan Blake");
    expect(first?.textContent).toContain("Mar 4, 2025");
    expect(first?.textContent).toContain("Harborview Center");
    expect(screen.getAllByRole("link", { name: "Jordan Blake" })[0]?.getAttribute("href")).toBe("/users/21");
    expect(second?.textContent).toContain("Avery Whitfield changed the settings");
    expect(second?.textContent).toContain("Card fee: 3.5% → 2.99%; City: nothing → Tacoma; 1 more");
    expect(third?.textContent).toContain("Linda Harcourt deleted unit no. 77");
    expect(fourth?.textContent).toContain("Linda Harcourt robot waved back: Jordan Blake");
    expect(fifth?.textContent).toContain("Linda Harcourt moved House rules to the trash");
    expect(screen.getAllByRole("link", { name: "House rules" })[0]?.getAttribute("href")).toBe(
      "/documents/5",
    );
    expect(screen.getByText("Showing 5 of 5 entries")).toBeTruthy();
    expect(screen.getByText(/^Changes to a work order are in its own activity log\./)).toBeTruthy();
  });

  it("the audit page links the name of a deleted work order to its saved data", async () => {
    const subject = { type: "work-order", id: "7", label: null };
    await open("/audit", { "GET /api/audit": () => answering([{ ...deleted, subject }]) });
    await rows();
    expect(screen.getAllByRole("link", { name: "work order no. 7" })[0]?.getAttribute("href")).toBe(
      "/audit/work-orders/7",
    );
  });

  it("the audit page shows that a person made an online payment and that the provider received it", async () => {
    await open("/audit", { "GET /api/audit": () => answering([paid, received]) });
    const [first, second] = await rows();
    expect(first?.textContent).toContain("Linda Harcourt made an online payment for the lease of Kestrel");
    expect(second?.textContent).toContain("Stripe received a payment for the lease of Kestrel");
  });

  it("the audit page shows each changed field before and after, with details, network address, and request ID", async () => {
    await open();
    await rows();
    await userEvent.click(screen.getByRole("button", { name: /Details of what Avery Whitfield did/ }));
    const dialog = await screen.findByRole("dialog", { name: "Avery Whitfield" });
    const cells = within(dialog)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(cells).toEqual(["FieldBeforeAfter", "Card fee3.5%2.99%", "CitynothingTacoma", "Zip9810198402"]);
    expect(within(dialog).getByText("203.0.113.7")).toBeTruthy();
    expect(within(dialog).getByText("0b1c")).toBeTruthy();
  });

  it("the audit page filters the log by a record to show its history, with its own URL", async () => {
    const { requests } = await open();
    await rows();
    await userEvent.click(screen.getByRole("button", { name: /Details of what Avery Whitfield did/ }));
    await userEvent.click(await screen.findByRole("button", { name: "History of this record" }));
    await waitFor(() => expect(location.search).toBe("?kind=settings&id=organization"));
    await waitFor(() => expect(requests().at(-1)).toContain("subjectType=settings&subjectId=organization"));
    await userEvent.click(await screen.findByRole("button", { name: "Show all" }));
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("the audit page keeps filters in the URL and uses them for the request and the CSV link", async () => {
    const { requests } = await open("/audit?what=person.approved&from=2025-01-01&property=1");
    await rows();
    expect(requests()[0]).toBe("/api/audit?action=person.approved&propertyId=1&from=2025-01-01&limit=50");
    await userEvent.selectOptions(screen.getByLabelText("Filter by action"), "lease");
    await waitFor(() => expect(requests().at(-1)).toContain("/api/audit?area=lease&"));
    await userEvent.type(screen.getByRole("searchbox", { name: "Search names and changes" }), "ada");
    await waitFor(() => expect(requests().at(-1)).toContain("&q=ada"));
    const file = screen.getByRole("link", { name: "Export the log as CSV" });
    expect(file.getAttribute("href")).toBe("/api/audit.csv?area=lease&propertyId=1&q=ada&from=2025-01-01");
    await userEvent.click(screen.getByRole("button", { name: /More filters/ }));
    await userEvent.selectOptions(await screen.findByLabelText("Record"), "person");
    await waitFor(() => expect(requests().at(-1)).toContain("&subjectType=person"));
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe("?q=ada&what=lease"));
  });

  it("the audit page finds a person as the user types and keeps the selected name after reloading", async () => {
    const { sent } = await open("/audit", {
      "GET /api/users": [pendingPerson],
      "GET /api/users/21": {
        ...pendingPerson,
        propertyIds: [],
        openWorkOrderCount: 0,
        hasTwoFactor: false,
      },
    });
    await rows();
    await userEvent.click(screen.getByRole("button", { name: /More filters/ }));
    await userEvent.type(await screen.findByLabelText("Done by"), "jord");
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/users?limit=50&q=jord"));
    await userEvent.click(await screen.findByRole("option", { name: /Jordan Blake/ }));
    await waitFor(() => expect(location.search).toBe("?person=21"));
    expect(screen.getByLabelText<HTMLInputElement>("Done by").value).toBe("Jordan Blake");
  });

  it("the audit page loads older entries on request", async () => {
    const { responses, requests } = await open("/audit", {
      "GET /api/audit": () =>
        answering([approved], {
          "X-Total-Count": "10,000+",
          Link: '</api/audit?limit=50&cursor=12>; rel="next"',
        }),
    });
    expect(await rows()).toHaveLength(1);
    expect(screen.getByText("Showing 1 of 10,000+ entries")).toBeTruthy();
    responses["GET /api/audit"] = () => answering([changed], { "X-Total-Count": "10,000+" });
    await userEvent.click(screen.getByRole("button", { name: "Show older entries" }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(requests().at(-1)).toBe("/api/audit?limit=50&cursor=12");
    expect(screen.queryByRole("button", { name: "Show older entries" })).toBeNull();
  });

  it("the audit page says what to do if no entries match or the log can't be loaded", async () => {
    const { responses } = await open("/audit?q=unicorn", { "GET /api/audit": () => answering([]) });
    await screen.findByText("No entries found");
    responses["GET /api/audit"] = problem(503, "The database isn't reachable right now.");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await screen.findByText("Couldn't load the log.");
    responses["GET /api/audit"] = () => answering([]);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("No activity yet");
    expect(location.search).toBe("");
  });
});
