import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Answers,
  admin,
  cleanBrowser,
  openPortal,
  problem,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

cleanBrowser();
beforeAll(() => import("#domains/set-up/web/begin-page.tsx"));

const address = "/register?setup=abc123";
const baseResponses: Answers = {
  "GET /api/set-up": { link: "open", name: "Property Management Portal" },
  "GET /api/set-up/progress": { step: "building", organisation: "Harbor Homes" },
  "POST /api/set-up": admin,
};
const open = (responses: Answers = {}, path = address, session = undefined as typeof admin | undefined) =>
  openPortal(path, {
    responses: { ...baseResponses, ...responses },
    ...(session === undefined ? {} : { session }),
  });
const fill = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const nowAt = () =>
  screen.getByRole("list", { name: "Steps of the set-up" }).querySelector("[aria-current=step]")?.textContent;

describe("the printed link", () => {
  it("asks for the organization first, with this browser's time zone, then for the administrator", async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { sent } = await open();
    await press("Continue");
    await screen.findByText("Please enter the name of your organization");
    await fill("Organization name", "Harbor Homes");
    await press("Continue");
    await screen.findByRole("heading", { name: "Your administrator account" });
    expect(nowAt()).toContain("Administrator");
    await press("Create Account");
    await screen.findByText("Full name is required");
    screen.getByText("Please enter a valid email");
    await fill("Full Name", "Avery Whitfield");
    await fill("Email", "avery@portal.example");
    await fill("Password", "correct horse");
    await press("Create Account");
    await waitFor(() => expect(location.pathname).toBe("/set-up"));
    expect(sent.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      {
        setupToken: "abc123",
        organisation: { name: "Harbor Homes", timeZone: zone },
        fullName: "Avery Whitfield",
        email: "avery@portal.example",
        password: "correct horse",
      },
    ]);
    await screen.findByRole("heading", { name: "Your first building" });
    expect(sessionStorage.getItem("set-up")).toBeNull();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("correct horse");
  });

  it("continues after a reload with all entries but the password", async () => {
    const first = await open();
    await fill("Organization name", "Harbor Homes");
    await press("Continue");
    await fill("Full Name", "Avery Whitfield");
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
    const name = await screen.findByLabelText("Full Name");
    expect((name as HTMLInputElement).value).toBe("Avery Whitfield");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
    await press("Back");
    expect(((await screen.findByLabelText("Organization name")) as HTMLInputElement).value).toBe(
      "Harbor Homes",
    );
  });

  it.each([
    ["used", "This link was used: the portal has its administrator."],
    ["unknown", "This link is not valid or too old."],
  ])("%s has a message and a link to sign in", async (link, sentence) => {
    await open({ "GET /api/set-up": { link, name: "Harbor Homes" } });
    await screen.findByText(sentence);
    expect(screen.queryByLabelText("Organization name")).toBeNull();
    expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
  });

  it("can be retried if it could not be looked up", async () => {
    const { responses } = await open({ "GET /api/set-up": unreachable });
    await screen.findByText(/server cannot be reached/);
    responses["GET /api/set-up"] = baseResponses["GET /api/set-up"];
    await press("Try again");
    expect(await screen.findByLabelText("Organization name")).toBeDefined();
  });

  it("a refusal is shown below its field, or above the button", async () => {
    const { responses } = await open({
      "POST /api/set-up": problem(400, "Too common.", { password: "Too common." }),
    });
    await fill("Organization name", "Harbor Homes");
    await press("Continue");
    await fill("Full Name", "Avery Whitfield");
    await fill("Email", "avery@portal.example");
    await fill("Password", "123456");
    await press("Create Account");
    await waitFor(() => expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"));
    screen.getByText("Too common.");
    responses["POST /api/set-up"] = problem(403, "This link was used.");
    await press("Create Account");
    await screen.findByText("This link was used.");
    expect(location.pathname).toBe("/register");
  });

  it("continues the set-up when it is opened again while signed in", async () => {
    await open({}, address, admin);
    await screen.findByRole("heading", { name: "Your first building" });
    expect(location.pathname).toBe("/set-up");
  });
});

describe("the first building", () => {
  const fillBuilding = async () => {
    await fill("Property name", "Mill House");
    await userEvent.selectOptions(screen.getByLabelText("Property type"), "multi");
    await fill("Address", "1 Mill Road");
    await fill("City", "Denver");
    await userEvent.selectOptions(screen.getByLabelText("State"), "CO");
    await fill("ZIP code", "80014");
  };
  const added = { propertyId: 7, name: "Mill House", units: 10 };

  it("is saved with a range of units, which is summed up beforehand, and leads to the next tasks", async () => {
    const { sent, responses } = await open(
      {
        "POST /api/set-up/building": () => {
          responses["GET /api/set-up/progress"] = { step: "done", organisation: "Harbor Homes" };
          return added;
        },
      },
      "/set-up",
      admin,
    );
    await fillBuilding();
    await fill("Units", "110-101");
    await press("Save Building");
    await screen.findByText("A range goes from the smaller to the larger number: 110-101");
    await fill("Units", "101-110");
    screen.getByText("10 units, from 101 to 110");
    await userEvent.selectOptions(screen.getByLabelText("Unit type"), "office");
    await press("Save Building");
    await screen.findByRole("heading", { name: "Harbor Homes is set up" });
    screen.getByText(/Mill House was added with 10 units/);
    expect(sent.find(({ path }) => path === "/api/set-up/building")?.body).toMatchObject({
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

  it("can be skipped", async () => {
    const { responses, sent } = await open(
      {
        "POST /api/set-up/skip": () => {
          responses["GET /api/set-up/progress"] = { step: "done", organisation: "Harbor Homes" };
          return { success: true };
        },
      },
      "/set-up",
      admin,
    );
    await press("Skip for now");
    await screen.findByRole("heading", { name: "Harbor Homes is set up" });
    screen.getByRole("link", { name: /Add a property/ });
    expect(sent.some(({ path }) => path === "/api/set-up/skip")).toBe(true);
  });

  it("asks signed-out visitors to sign in first, and is not for tenants", async () => {
    const { unmount } = await open({}, "/set-up");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    unmount();
    await open({}, "/set-up", tenant);
    await screen.findByText("Access Denied");
  });
});
