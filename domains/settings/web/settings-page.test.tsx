import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import type { PropertySettings, Settings } from "../contract.ts";

resetBrowser();

const settings: Settings = {
  name: "Harbor Holdings",
  street: "1200 Alaskan Way",
  city: "Seattle",
  state: "WA",
  zip: "98101",
  country: "USA",
  timeZone: "America/Los_Angeles",
  supportEmail: "help@harbor.example",
  supportPhone: "",
  accountingEmail: "",
  paymentHandle: "",
  cardFeeBasisPoints: 350,
  rentSharePermille: 923,
  commonAreaSharePermille: 67,
  utilitiesSharePermille: 10,
  documentQuotaMegabytes: 1024,
  registration: "approval",
  twoFactorRoles: [],
  logo: null,
  isRegistrationFromEnvironment: true,
  version: 4,
};
const harbor: PropertySettings = {
  id: 7,
  name: "Harbor House",
  address: "1 Harbor Way, Seattle, WA 98101",
  offersRegistration: false,
  cardFeeBasisPoints: null,
  timeZone: "America/Los_Angeles",
  sharesBillFiles: false,
  version: 2,
};

const open = async (responses: FakeResponses = {}) => {
  const portal = await openPortal("/settings", {
    session: admin,
    responses: {
      "GET /api/settings": settings,
      "GET /api/settings/properties": [harbor],
      "GET /api/settings/backup": { dailyAt: null, made: null, failed: null, needsAttention: false },
      "PATCH /api/settings": ({ body }: { body: object }) => ({ ...settings, ...body, version: 5 }),
      "PATCH /api/settings/properties/7": ({ body }: { body: object }) => ({
        ...harbor,
        ...body,
        version: 3,
      }),
      ...responses,
    },
  });
  await screen.findByLabelText("Organization name");
  const changes = () =>
    portal.sent
      .filter(({ method }) => method === "PATCH")
      .map(({ path, body, init }) => ({ path, body, version: new Headers(init.headers).get("If-Match") }));
  return { ...portal, changes };
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the settings page", () => {
  it("NAV-28 the settings page shows the settings with percentages formatted as usual", async () => {
    await open();
    expect(field("Organization name").value).toBe("Harbor Holdings");
    expect(field("Time zone").value).toBe("Pacific Time (Los Angeles)");
    expect(field("Card fee").value).toBe("3.5");
    expect(field("Rent").value).toBe("92.3");
    expect(field("CAM").value).toBe("6.7");
    expect(field("Utilities").value).toBe("1.0");
    expect(field("Anyone can register, with approval").checked).toBe(true);
    expect(screen.queryByText("You have unsaved changes")).toBeNull();
  });

  it("the settings page shows the last backup, any later failure, and whether automatic backups are off", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
    await open();
    expect(await screen.findByText("No backups yet.")).toBeTruthy();
    expect(screen.getByText(/^Automatic backups are off\. Set BACKUP_DIR/)).toBeTruthy();
    cleanup();
    await open({
      "GET /api/settings/backup": {
        dailyAt: "03:00",
        made: { at: "2026-11-20T03:00:00Z", bytes: 2.5 * 1024 * 1024 },
        failed: { at: "2026-11-23T03:00:00Z", reason: "ENOSPC: no space left on device" },
        needsAttention: true,
      },
    });
    expect(await screen.findByText("Last backup: 3 days ago, on Nov 20, 3:00 AM (2.5 MB).")).toBeTruthy();
    expect(
      screen.getByText("The Nov 23, 3:00 AM backup failed: ENOSPC: no space left on device"),
    ).toBeTruthy();
    expect(screen.getByText("Backed up daily at 03:00 UTC.")).toBeTruthy();
    vi.useRealTimers();
  });

  it("the settings page saves only changed fields, with the version they're based on", async () => {
    const { changes } = await open();
    await type("Card fee", "2,99");
    await type("Zelle email or phone", "pay@harbor.example");
    await userEvent.click(field("By invitation only"));
    await press("Save Changes");
    await screen.findByText("Settings Saved");
    expect(changes()).toEqual([
      {
        path: "/api/settings",
        body: { cardFeeBasisPoints: 299, paymentHandle: "pay@harbor.example", registration: "invite" },
        version: '"4"',
      },
    ]);
    await waitFor(() => expect(screen.queryByText("You have unsaved changes")).toBeNull());
    // The next change is based on the saved version.
    await type("City", "Tacoma");
    await press("Save Changes");
    await waitFor(() =>
      expect(changes().at(-1)).toEqual({ path: "/api/settings", body: { city: "Tacoma" }, version: '"5"' }),
    );
  });

  it("on the settings page, roles that require two-factor authentication are selected individually, and an error is shown below them", async () => {
    const { changes, responses } = await open();
    await userEvent.click(field("Tenant"));
    await userEvent.click(field("Landlord"));
    await press("Save Changes");
    await screen.findByText("Settings Saved");
    const sentTo = () =>
      (changes().at(-1)?.body as { twoFactorRoles: string[] } | undefined)?.twoFactorRoles ?? [];
    expect(changes()).toHaveLength(1);
    expect([...sentTo()].sort()).toEqual(["landlord", "tenant"]);
    const message =
      "Turn on two-factor authentication in your own profile before requiring it for administrators.";
    responses["PATCH /api/settings"] = problem(400, message, { twoFactorRoles: message });
    await userEvent.click(field("Admin"));
    await press("Save Changes");
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(sentTo()).toHaveLength(3);
    // Removing all roles is a change too.
    responses["PATCH /api/settings"] = { ...settings, version: 6 };
    for (const role of ["Admin", "Tenant", "Landlord"]) await userEvent.click(field(role));
    await press("Save Changes");
    await waitFor(() => expect(sentTo()).toEqual([]));
  });

  it("the settings page accepts a document storage limit as a whole number of MB, with or without commas", async () => {
    const { changes } = await open();
    const label = "Document storage per lease";
    expect(field(label).value).toBe("1024");
    await type(label, "two");
    await press("Save Changes");
    await screen.findByText("Document storage must be a whole number of MB, from 1 to 1,000,000");
    expect(changes()).toEqual([]);
    await type(label, "2,048");
    await press("Save Changes");
    await waitFor(() => expect(changes()[0]?.body).toEqual({ documentQuotaMegabytes: 2048 }));
  });

  it("the settings page immediately shows the effect of a fee rate on a $1,000 payment, with the surcharge rules", async () => {
    await open();
    const example = screen.getByRole("heading", { name: "On a $1,000.00 card payment" })
      .parentElement as HTMLElement;
    within(example).getByText("$35.00");
    within(example).getByText("$1,035.00");
    await type("Card fee", "1.25");
    await within(example).findByText("$12.50");
    expect(screen.getByText(/Some states ban or cap them/)).toBeTruthy();
  });

  it("the settings page doesn't send shares that don't total 100% and shows the difference", async () => {
    const { changes } = await open();
    const parts = screen.getByRole("heading", { name: "For a $1,000.00 payment" })
      .parentElement as HTMLElement;
    within(parts).getByText("$923.00");
    await type("Utilities", "0.9");
    await screen.findByText("Total: 0.1% short");
    await press("Save Changes");
    expect(changes()).toEqual([]);
    await type("Utilities", "1.2");
    await screen.findByText("Total: 0.2% over");
    await type("Rent", "92.1");
    await within(parts).findByText("$921.00");
    await press("Save Changes");
    await waitFor(() =>
      expect(changes()[0]?.body).toEqual({ rentSharePermille: 921, utilitiesSharePermille: 12 }),
    );
  });

  it.each([
    ["Card fee", "3.51", "Card fee must be 0 to 3.5%, in increments of 0.01"],
    ["Card fee", "1.255", "Card fee must be 0 to 3.5%, in increments of 0.01"],
    ["Support email", "help@", "Please enter a valid email"],
    ["Zelle email or phone", "555", "Enter an email address or 10-digit phone number"],
    ["Organization name", " ", "Please enter the organization's name"],
  ])("the settings page rejects %s “%s” with a message below the field", async (label, typed, message) => {
    const { changes } = await open();
    await type(label, typed);
    await press("Save Changes");
    await screen.findByText(message);
    expect(field(label).getAttribute("aria-invalid")).toBe("true");
    expect(changes()).toEqual([]);
  });

  it("the settings page finds a time zone by city or name", async () => {
    const { changes } = await open();
    await userEvent.click(field("Time zone"));
    await userEvent.type(field("Time zone"), "honol");
    await userEvent.click(await screen.findByRole("option", { name: /\(Honolulu\)/ }));
    expect(field("Time zone").value).toBe("Hawaii-Aleutian Standard Time (Honolulu)");
    await userEvent.clear(field("Time zone"));
    await userEvent.type(field("Time zone"), "eastern new york{Enter}");
    expect(field("Time zone").value).toBe("Eastern Time (New York)");
    await userEvent.type(field("Time zone"), "zzz");
    screen.getByText(/^No results for “[^”]*zzz\.”$/);
    await userEvent.tab();
    expect(field("Time zone").value).toBe("Eastern Time (New York)");
    await press("Save Changes");
    await waitFor(() => expect(changes()[0]?.body).toEqual({ timeZone: "America/New_York" }));
  });

  it("the settings page shows a server error on its field", async () => {
    await open({
      "PATCH /api/settings": problem(400, "Please select a time zone", {
        timeZone: "Please select a time zone",
      }),
    });
    await type("City", "Tacoma");
    await press("Save Changes");
    await waitFor(() => expect(field("Time zone").getAttribute("aria-invalid")).toBe("true"));
    screen.getByText("You have unsaved changes");
  });

  it("after another administrator's change, the settings page shows both versions and overwrites only after confirmation", async () => {
    const theirs = { ...settings, city: "Tacoma", zip: "98402", version: 9 };
    const { responses, changes } = await open({
      "PATCH /api/settings": conflict("Ada Admin changed the settings after you opened them.", theirs),
    });
    await type("City", "Everett");
    await press("Save Changes");
    await screen.findByText("Ada Admin changed the settings after you opened them.");
    const rows = screen.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toContain("CityTacomaEverett");
    expect(rows).toContain("ZIP code98402Unchanged");
    responses["PATCH /api/settings"] = { ...theirs, city: "Everett", version: 10 };
    await press("Keep mine");
    await waitFor(() => expect(field("ZIP code").value).toBe("98402"));
    expect(field("City").value).toBe("Everett");
    await waitFor(() =>
      expect(changes().at(-1)).toEqual({ path: "/api/settings", body: { city: "Everett" }, version: '"9"' }),
    );
  });

  it("the settings page lets an administrator keep the other administrator's version", async () => {
    await open({
      "PATCH /api/settings": conflict("Ada changed them.", { ...settings, city: "Tacoma", version: 9 }),
    });
    await type("City", "Everett");
    await press("Save Changes");
    await userEvent.click(await screen.findByRole("button", { name: "Keep theirs" }));
    await waitFor(() => expect(field("City").value).toBe("Tacoma"));
    expect(screen.queryByText("You have unsaved changes")).toBeNull();
  });

  it("the settings page keeps unsaved changes after the administrator leaves until they're discarded or saved", async () => {
    await open();
    const leave = async () => {
      await userEvent.click(screen.getByRole("link", { name: "Work Orders" }));
      await waitFor(() => expect(location.pathname).toBe("/work-orders"));
      cleanup();
    };
    await type("City", "Everett");
    await userEvent.click(field("Landlord"));
    await leave();
    const { changes } = await open();
    await waitFor(() => expect(field("City").value).toBe("Everett"));
    expect(field("Landlord").checked).toBe(true);
    expect(screen.getByText("We saved your draft.")).toBeTruthy();
    await press("Discard");
    await waitFor(() => expect(field("City").value).toBe("Seattle"));
    expect(screen.queryByText("We saved your draft.")).toBeNull();
    await type("City", "Tacoma");
    await leave();
    const saving = await open();
    await waitFor(() => expect(field("City").value).toBe("Tacoma"));
    await press("Save Changes");
    await screen.findByText("Settings Saved");
    expect(changes()).toEqual([]);
    expect(saving.changes()).toEqual([{ path: "/api/settings", body: { city: "Tacoma" }, version: '"4"' }]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("the settings page lets an administrator edit a property's settings", async () => {
    const { changes } = await open();
    await userEvent.click(await screen.findByRole("button", { name: "Edit Harbor House" }));
    const dialog = await screen.findByRole("dialog", { name: "Settings for Harbor House" });
    await userEvent.click(within(dialog).getByLabelText("List units at registration"));
    await userEvent.click(within(dialog).getByLabelText("Use a custom card fee"));
    const fee = within(dialog).getByLabelText("Card fee (%)");
    await userEvent.clear(fee);
    await userEvent.type(fee, "3.6");
    within(dialog).getByText("Card fee must be 0 to 3.5%, in increments of 0.01");
    await userEvent.clear(fee);
    await userEvent.type(fee, "0");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(changes()).toEqual([
      {
        path: "/api/settings/properties/7",
        body: {
          offersRegistration: true,
          cardFeeBasisPoints: 0,
          timeZone: "America/Los_Angeles",
          sharesBillFiles: false,
        },
        version: '"2"',
      },
    ]);
  });

  it("the settings page finds a property by search and keeps the search box during the request", async () => {
    const { sent } = await open({
      "GET /api/settings/properties": ({ path }: { path: string }) =>
        Response.json([harbor], { headers: { "X-Total-Count": path.includes("q=") ? "1" : "30" } }),
    });
    const box = await screen.findByRole("searchbox", { name: "Search properties" });
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await userEvent.type(box, "harbor");
    await waitFor(() =>
      expect(sent.at(-1)?.path).toBe("/api/settings/properties?q=harbor&page=1&pageSize=10"),
    );
    await userEvent.clear(box);
    await screen.findByText("Showing 1 to 10 of 30 properties");
    expect(screen.getByRole("searchbox", { name: "Search properties" })).toBe(box);
  });

  it("the settings page shows both versions of a property that someone else changed and overwrites only after confirmation", async () => {
    const current = { ...harbor, cardFeeBasisPoints: 100, version: 8 };
    const { responses, changes } = await open({
      "PATCH /api/settings/properties/7": conflict(
        "Someone else changed Harbor House after you opened it.",
        current,
      ),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Harbor House" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByLabelText("List units at registration"));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save Changes" }));
    await within(dialog).findByText("Someone else changed Harbor House after you opened it.");
    const rows = within(dialog)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(rows).toEqual([
      "FieldTheirsYours",
      "RegistrationNot listedUnits listed",
      "Card fee1.0%Organization default",
    ]);
    responses["PATCH /api/settings/properties/7"] = current;
    await userEvent.click(within(dialog).getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(changes().at(-1)?.version).toBe('"8"'));
  });

  it("NAV-25 NAV-28 the settings page is in the administrators' sidebar and links to its history", async () => {
    await open();
    expect(screen.getByRole("link", { name: "Settings" }).getAttribute("href")).toBe("/settings");
    expect(screen.getByRole("link", { name: "History" }).getAttribute("href")).toBe(
      "/audit?kind=settings&id=organization",
    );
  });
});
