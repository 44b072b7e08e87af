import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();
beforeAll(() => import("#domains/setup/web/start-page.tsx"));

const address = "/register?setup=abc123";
const baseResponses: FakeResponses = {
  "GET /api/setup": { link: "open", name: "Property Management Portal" },
  "GET /api/setup/progress": { step: "property", organization: "Harbor Homes", timeZone: "America/New_York" },
  "POST /api/setup": admin,
};
const open = (
  responses: FakeResponses = {},
  path = address,
  session = undefined as typeof admin | undefined,
) =>
  openPortal(path, {
    responses: { ...baseResponses, ...responses },
    ...(session === undefined ? {} : { session }),
  });
const fill = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
};
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const getCurrentStep = () =>
  screen.getByRole("list", { name: "Setup steps" }).querySelector("[aria-current=step]")?.textContent;

describe("printed link", () => {
  it("the setup page asks for the organization first, with the browser's time zone, and then for the administrator", async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { sent } = await open();
    await click("Continue");
    await screen.findByText("Please enter the name of your organization");
    screen.getByText("Card fee must be 0 to 3.5%, in increments of 0.01");
    await fill("Organization name", "Harbor Homes");
    await fill("Card fee (%)", "2.5");
    await click("Continue");
    await screen.findByRole("heading", { name: "Your administrator account" });
    expect(getCurrentStep()).toContain("Administrator");
    await click("Create Account");
    await screen.findByText("Full name is required");
    screen.getByText("Please enter a valid email");
    await fill("Full name", "Avery Whitfield");
    await fill("Email", "avery@portal.example");
    await fill("Password", "correct horse");
    await click("Create Account");
    await waitFor(() => expect(location.pathname).toBe("/setup"));
    expect(sent.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      {
        setupToken: "abc123",
        organization: { name: "Harbor Homes", timeZone: zone, cardFeeBasisPoints: 250 },
        fullName: "Avery Whitfield",
        email: "avery@portal.example",
        password: "correct horse",
      },
    ]);
    await screen.findByRole("heading", { name: "Your first property" });
    expect(sessionStorage.getItem("setup")).toBeNull();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("correct horse");
  });

  it("each setup step opens at its top, however far the previous step was scrolled", async () => {
    await open();
    await fill("Organization name", "Harbor Homes");
    await fill("Card fee (%)", "2.5");
    const scroll = vi.spyOn(window, "scrollTo");
    await click("Continue");
    await screen.findByLabelText("Full name");
    expect(scroll).toHaveBeenCalledWith(0, 0);
  });

  it("reloading the setup page keeps all entries except the password", async () => {
    const first = await open();
    await fill("Organization name", "Harbor Homes");
    await fill("Card fee (%)", "2.5");
    await click("Continue");
    await fill("Full name", "Avery Whitfield");
    await fill("Password", "correct horse");
    first.unmount();
    vi.unstubAllGlobals();
    vi.stubGlobal("scrollTo", () => {});
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await open();
    const name = await screen.findByLabelText("Full name");
    expect((name as HTMLInputElement).value).toBe("Avery Whitfield");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
    await click("Back");
    expect(((await screen.findByLabelText("Organization name")) as HTMLInputElement).value).toBe(
      "Harbor Homes",
    );
  });

  it.each([
    ["used", "This link has already been used"],
    ["unknown", "This link is invalid or has expired"],
  ])("a setup link that is %s shows a message and a link to sign in", async (link, sentence) => {
    await open({ "GET /api/setup": { link, name: "Harbor Homes" } });
    await screen.findByText(sentence);
    expect(screen.queryByLabelText("Organization name")).toBeNull();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
  });

  it("the setup page offers a retry if the link can't be checked", async () => {
    const { responses } = await open({ "GET /api/setup": unreachable });
    await screen.findByText(/can't reach the server/);
    responses["GET /api/setup"] = baseResponses["GET /api/setup"];
    await click("Try again");
    expect(await screen.findByLabelText("Organization name")).toBeDefined();
  });

  it("the setup page shows an error below its field or above the button", async () => {
    const { responses } = await open({
      "POST /api/setup": problem(400, "Too common.", { password: "Too common." }),
    });
    await fill("Organization name", "Harbor Homes");
    await fill("Card fee (%)", "2.5");
    await click("Continue");
    await fill("Full name", "Avery Whitfield");
    await fill("Email", "avery@portal.example");
    await fill("Password", "123456");
    await click("Create Account");
    await waitFor(() => expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"));
    screen.getByText("Too common.");
    responses["POST /api/setup"] = problem(403, "This link was used.");
    await click("Create Account");
    await screen.findByText("This link was used.");
    expect(location.pathname).toBe("/register");
  });

  it("opening the setup link again while signed in continues the setup", async () => {
    await open({}, address, admin);
    await screen.findByRole("heading", { name: "Your first property" });
    expect(location.pathname).toBe("/setup");
  });
});

describe("first property", () => {
  const fillBuilding = async () => {
    await fill("Property name", "Mill House");
    await userEvent.selectOptions(screen.getByLabelText("Property type"), "multi");
    await fill("Address", "1 Mill Road");
    await fill("City", "Denver");
    await userEvent.selectOptions(screen.getByLabelText("State"), "CO");
    await fill("ZIP code", "80014");
  };
  const added = { propertyId: 7, name: "Mill House", units: 10 };

  it("saving a property with a range of units shows a summary and then the next tasks", async () => {
    const { sent, responses } = await open(
      {
        "POST /api/setup/property": () => {
          responses["GET /api/setup/progress"] = {
            step: "done",
            organization: "Harbor Homes",
            timeZone: "America/New_York",
          };
          return added;
        },
      },
      "/setup",
      admin,
    );
    await fillBuilding();
    await fill("Units", "110-101");
    await click("Save Property");
    await screen.findByText("Enter the range 110-101 from low to high, such as 101-110");
    await fill("Units", "101-110");
    screen.getByText("10 units, from 101 to 110");
    await userEvent.selectOptions(screen.getByLabelText("Unit type"), "office");
    await click("Save Property");
    await screen.findByRole("heading", { name: "Harbor Homes is set up" });
    screen.getByText(/Mill House was added with 10 units/);
    expect(sent.find(({ path }) => path === "/api/setup/property")?.body).toMatchObject({
      property: { name: "Mill House", state: "CO", type: "multi" },
      unitNumbers: "101-110",
      unitType: "office",
    });
    const next = screen.getAllByRole("listitem").flatMap((item) => within(item).queryAllByRole("link"));
    expect(next.map((link) => link.getAttribute("href"))).toEqual([
      "/properties/7",
      "/import",
      "/users",
      "/settings",
    ]);
  });

  it("the state suggests the property's time zone, which can be changed", async () => {
    const { sent } = await open({ "POST /api/setup/property": added }, "/setup", admin);
    const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: /^Time zone/ });
    await screen.findByLabelText("Property name");
    expect(zone().value).toMatch(/^Eastern Time/);
    await userEvent.selectOptions(screen.getByLabelText("State"), "TX");
    expect(zone().value).toMatch(/^Central Time/);
    await userEvent.click(zone());
    await userEvent.clear(zone());
    await userEvent.type(zone(), "Denver");
    await userEvent.click(await screen.findByRole("option", { name: /Denver/ }));
    await fillBuilding();
    await userEvent.selectOptions(screen.getByLabelText("State"), "TX");
    await click("Save Property");
    await waitFor(() =>
      expect(sent.find(({ path }) => path === "/api/setup/property")?.body).toMatchObject({
        property: { state: "TX" },
        timeZone: "America/Denver",
      }),
    );
  });

  it("the first property can be skipped", async () => {
    const { responses, sent } = await open(
      {
        "POST /api/setup/skip": () => {
          responses["GET /api/setup/progress"] = {
            step: "done",
            organization: "Harbor Homes",
            timeZone: "America/New_York",
          };
          return { success: true };
        },
      },
      "/setup",
      admin,
    );
    await click("Skip for now");
    await screen.findByRole("heading", { name: "Harbor Homes is set up" });
    screen.getByRole("link", { name: /Add a property/ });
    expect(sent.some(({ path }) => path === "/api/setup/skip")).toBe(true);
  });

  it("signed-out visitors are asked to sign in first, and tenants can't open setup", async () => {
    const { unmount } = await open({}, "/setup");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    unmount();
    await open({}, "/setup", tenant);
    await screen.findByText("Access Denied");
  });
});
