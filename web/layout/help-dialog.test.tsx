import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { allPageInfo } from "#web/all-page-info.ts";
import { allPages } from "#web/all-pages.ts";
import { admin, openPortal, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();

const open = async (session = tenant, path = "/dashboard", responses = {}) => {
  await openPortal(path, { session, responses });
  await screen.findByRole("button", { name: "Help" });
  await userEvent.keyboard("?");
  return screen.findByRole("dialog", { name: "Help" });
};

describe("the help dialog", () => {
  it("NAV-31 every page inside the layout has help text", () => {
    const inLayout = allPages.filter(({ access }) => access !== "public" && access !== "open");
    const silent = inLayout.filter(
      (page) => !allPageInfo.some((info) => info.page === page && info.description !== ""),
    );
    expect(inLayout.length).toBeGreaterThan(20);
    expect(silent).toEqual([]);
  });

  it("NAV-31 the help shows the page's purpose, tips, keyboard shortcuts, and contacts", async () => {
    const help = await open();
    within(help).getByText(/Key numbers, recent work orders/);
    within(help).getByText("Your balance and due date are at the top, with a button to pay.");
    expect(within(help).queryByText(/Needs you/)).toBeNull();
    within(help).getByText("Keyboard shortcuts");
    expect(await within(help).findByRole("link", { name: "help@portal.example" })).toBeTruthy();
  });

  it("NAV-31 the help covers pages outside the sidebar and links tenants to the work order form", async () => {
    const help = await open(tenant, "/profile");
    within(help).getByRole("heading", { name: "Your profile" });
    await userEvent.click(within(help).getByRole("link", { name: "Something broken? Report it" }));
    expect(location.pathname).toBe("/work-orders/new");
    expect(screen.queryByRole("dialog", { name: "Help" })).toBeNull();
  });

  it.each(["?", "/", "{Control>}k{/Control}", "{Meta>}k{/Meta}"])(
    "NAV-31 the shortcut %s opens its dialog, and Escape closes it",
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
