import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import type { Person } from "#domains/people/people-contract.ts";
import { admin, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { pendingPerson } from "#web/testing/person.ts";

resetBrowser();
// Loads the page before the first test waits for it.
beforeAll(async () => {
  await Promise.all([
    import("#domains/people/web/directory/users-page.tsx"),
    import("#web/layout/app-layout.tsx"),
  ]);
});

const sam: Person = { ...pendingPerson, id: 30, fullName: "Sam Osei", role: "maintenance", state: "active" };
const lou: Person = { ...sam, id: 31, fullName: "Lou Leaver" };
const open = () =>
  openPortal("/users", {
    session: admin,
    responses: {
      "GET /api/users": [sam, lou, { ...sam, id: admin.id, fullName: "Avery Whitfield" }],
      "POST /api/users/30/disable": { ...sam, state: "disabled" },
      "POST /api/users/31/disable": problem(409, "Lou Leaver is already disabled."),
    },
  });
const select = async (name: string) => fireEvent.click(await screen.findByLabelText(`Select ${name}`));

it("disabling selected people asks for confirmation with their count, and then shows each rejection [NAV-33]", async () => {
  await open();
  await select("Sam Osei");
  await select("Lou Leaver");
  fireEvent.click(await screen.findByText("Disable"));
  await screen.findByText("Disable 2 people?");
  fireEvent.click(screen.getAllByText("Disable").at(-1) as HTMLElement);
  await screen.findByText("1 of 2 people not updated");
  expect(screen.getByText("Lou Leaver is already disabled.")).toBeTruthy();
});

it("administrators can't disable themselves along with other people [NAV-33]", async () => {
  await open();
  await select("Sam Osei");
  await select("Avery Whitfield");
  const bar = within(await screen.findByRole("region", { name: "Selected people" }));
  expect(bar.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Clear"]);
  expect(bar.getByRole("link").getAttribute("href")).toMatch(/^\/api\/users\.csv\?ids=30%2C/);
});
