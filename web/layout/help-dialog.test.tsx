import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { helpFor } from "#web/layout/page-help.ts";
import { pages } from "#web/pages.ts";
import { admin, cleanBrowser, openPortal, tenant } from "#web/testing/open-page.tsx";

cleanBrowser();

const open = async (session = tenant, path = "/dashboard", responses = {}) => {
  await openPortal(path, { session, responses });
  await screen.findByRole("button", { name: "Help" });
  await userEvent.keyboard("?");
  return screen.findByRole("dialog", { name: "Help" });
};

describe("the help", () => {
  it("NAV-31 every page inside the layout has a description of its purpose", () => {
    const patterns = pages
      .filter(({ access }) => access === "protected")
      .flatMap((page) => [...page.patterns] as string[]);
    const silent = patterns.filter((pattern) => helpFor(admin, (one) => one === pattern) === undefined);
    expect(patterns.length).toBeGreaterThan(20);
    expect(silent).toEqual([]);
  });

  it("NAV-31 shows what the page is for, what can be done there, the shortcuts and whom to ask", async () => {
    const help = await open();
    within(help).getByText(/What matters now/);
    within(help).getByText("What you owe and by when is at the top, with the way to pay it.");
    expect(within(help).queryByText(/Needs you/)).toBeNull();
    within(help).getByText("Keyboard shortcuts");
    expect(await within(help).findByRole("link", { name: "help@portal.example" })).toBeTruthy();
  });

  it("NAV-31 knows pages that are not in the sidebar, and links a tenant to the form for a fault", async () => {
    const help = await open(tenant, "/profile");
    within(help).getByRole("heading", { name: "Your profile" });
    await userEvent.click(within(help).getByRole("link", { name: "Something is broken? Report it" }));
    expect(location.pathname).toBe("/work-orders/new");
    expect(screen.queryByRole("dialog", { name: "Help" })).toBeNull();
  });

  it.each(["?", "/", "{Control>}k{/Control}", "{Meta>}k{/Meta}"])(
    "NAV-31 the shortcut %s opens what the help says, and Escape closes it",
    async (keys) => {
      await openPortal("/dashboard", { session: admin, responses: { "GET /api/search/records": [] } });
      await screen.findByRole("button", { name: "Help" });
      await userEvent.keyboard(keys);
      await screen.findByRole("dialog", { name: keys === "?" ? "Help" : "Search" });
      await userEvent.keyboard("{Escape}");
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );
});
