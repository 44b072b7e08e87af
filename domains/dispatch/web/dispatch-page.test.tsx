import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import type { Rule, RuleTrial, Team } from "../contract.ts";

resetBrowser();

const landlord = { ...admin, id: 6, fullName: "Linda Harcourt", role: "landlord" } as const;
const harborview = { id: 1, name: "Harborview Center" };
const plumbers: Team = {
  id: 3,
  name: "Plumbers",
  property: harborview,
  landlord: null,
  members: [
    { id: 5, fullName: "Dana Cole", canTakeWorkOrders: true },
    { id: 8, fullName: "Tom Becker", canTakeWorkOrders: false },
  ],
  waiting: 2,
  rules: [],
  canEdit: true,
  version: 4,
};
const rule: Rule = {
  id: 7,
  name: "Plumbing at Harborview",
  property: harborview,
  landlord: null,
  category: "Plumbing",
  priorities: ["high", "urgent"],
  assignee: { id: 5, fullName: "Dana Cole" },
  team: null,
  isOn: false,
  problem: null,
  skippedIn: { count: 0, names: [] },
  can: { edit: true, moveUp: false, moveDown: true },
  version: 2,
};
const rest: Rule = {
  ...rule,
  id: 9,
  name: "Everything else",
  property: null,
  category: null,
  priorities: null,
  isOn: true,
  can: { edit: false, moveUp: false, moveDown: false },
};
const trial: RuleTrial = {
  matched: 24,
  takenBefore: 4,
  otherwise: 3,
  to: { name: "Dana Cole", people: 1 },
  weeks: [
    { from: "2026-03-02", count: 6 },
    { from: "2026-03-09", count: 14 },
  ],
  newest: [
    {
      id: 41,
      title: "Tap drips",
      property: "Harborview Center",
      priority: "high",
      createdAt: "2026-03-10T12:00:00Z",
      assignee: "Sam Whitfield",
      takenBy: null,
    },
  ],
};

const open = async (responses: FakeResponses = {}, session: typeof admin | typeof landlord = landlord) => {
  const portal = await openPortal("/dispatch", {
    session,
    responses: {
      "GET /api/buildings": [
        { ...harborview, address: "1 Harbor Way", image: null },
        { id: 2, name: "Cedar Point", address: "2 Cedar Way", image: null },
      ],
      "GET /api/dispatch-rules": [rule, rest],
      "GET /api/teams": [plumbers],
      "GET /api/dispatch-staff": [
        { id: 5, fullName: "Dana Cole", everywhere: false, propertyIds: [1] },
        { id: 12, fullName: "Luis Ortega", everywhere: false, propertyIds: [2] },
      ],
      "GET /api/dispatch-rules/trial": trial,
      ...responses,
    },
  });
  const changes = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path: sentTo, body }) => ({ call: `${method} ${sentTo}`, body }));
  return { ...portal, changes };
};
const rules = async () => within(await screen.findByRole("region", { name: "Rules" }));
const teams = async () => within(await screen.findByRole("region", { name: "Teams" }));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async (of: string, name: string) => {
  await press(`Actions for ${of}`);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
const dialogNamed = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("turning on a rule shows its preview first and asks for confirmation there", async () => {
  const { changes, sent } = await open({
    "PATCH /api/dispatch-rules/7": { ...rule, isOn: true, version: 3 },
  });
  await userEvent.click(await screen.findByRole("switch", { name: "Rule Plumbing at Harborview" }));
  const dialog = await dialogNamed("Preview “Plumbing at Harborview”");
  await dialog.findByText("24 work orders");
  expect(
    dialog
      .getAllByRole("listitem")
      .slice(0, 4)
      .map((item) => item.textContent),
  ).toEqual([
    "24 work orders match.",
    "4 of them are assigned by an earlier rule.",
    "Dana Cole would have received 20, about 1.6 per week, up to 14 in one week.",
    "3 of these were manually assigned to someone else.",
  ]);
  dialog.getByText("Assigned to Sam Whitfield");
  expect(changes()).toEqual([]);
  const query = new URLSearchParams(sent.find(({ path }) => path.includes("trial"))?.path.split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({
    ruleId: "7",
    propertyId: "1",
    category: "Plumbing",
    priorities: "high,urgent",
    assigneeId: "5",
  });
  await userEvent.click(dialog.getByRole("button", { name: "Turn On" }));
  await screen.findByText("Rule Turned On");
  expect(changes()).toEqual([{ call: "PATCH /api/dispatch-rules/7", body: { isOn: true } }]);
});

it("the dispatch page adds and previews a rule for a property, a category, priorities, and a person at that property", async () => {
  const { changes, responses } = await open({
    "POST /api/dispatch-rules": problem(400, "No.", {
      assigneeId: "This person isn't assigned to that property.",
    }),
  });
  await press("New Rule");
  const dialog = await dialogNamed("New Rule");
  await userEvent.click(dialog.getByRole("button", { name: "Add and Preview" }));
  await dialog.findByText("Please enter a name of at least 2 characters");
  await userEvent.type(dialog.getByLabelText("Name"), "Cedar plumbing");
  await userEvent.selectOptions(dialog.getByLabelText("Where"), "Cedar Point");
  await userEvent.selectOptions(dialog.getByLabelText("Category"), "Plumbing");
  await userEvent.click(dialog.getByLabelText("Urgent"));
  const give = await dialog.findByLabelText("Assign to");
  // People who work elsewhere aren't offered, nor are teams at other properties.
  expect(within(give).queryByRole("option", { name: "Dana Cole" })).toBeNull();
  expect(within(give).queryByRole("option", { name: "Plumbers" })).toBeNull();
  await userEvent.selectOptions(give, "Luis Ortega");
  await userEvent.click(dialog.getByRole("button", { name: "Add and Preview" }));
  await dialog.findByText("This person isn't assigned to that property.");
  responses["POST /api/dispatch-rules"] = { ...rule, id: 10, name: "Cedar plumbing" };
  await userEvent.click(dialog.getByRole("button", { name: "Add and Preview" }));
  await dialogNamed("Preview “Cedar plumbing”");
  expect(changes().at(-1)).toEqual({
    call: "POST /api/dispatch-rules",
    body: {
      name: "Cedar plumbing",
      propertyId: 2,
      category: "Plumbing",
      priorities: ["urgent"],
      assigneeId: 12,
      teamId: null,
    },
  });
});

it("the dispatch page moves, turns off, and, after confirmation, deletes a rule, and shows rules for all properties as read-only", async () => {
  const on = { ...rule, isOn: true };
  const { changes } = await open({
    "GET /api/dispatch-rules": [on, rest],
    "POST /api/dispatch-rules/7/move": [on, rest],
    "PATCH /api/dispatch-rules/7": rule,
    "DELETE /api/dispatch-rules/7": { success: true },
  });
  await press("Move Plumbing at Harborview down");
  await userEvent.click(await screen.findByRole("switch", { name: "Rule Plumbing at Harborview" }));
  await screen.findByText("Rule Turned Off");
  await choose("Plumbing at Harborview", "Delete");
  await screen.findByText("It won't assign new work orders. Existing assignments don't change.");
  await press("Delete");
  await waitFor(() =>
    expect(changes().map(({ call }) => call)).toEqual([
      "POST /api/dispatch-rules/7/move",
      "PATCH /api/dispatch-rules/7",
      "DELETE /api/dispatch-rules/7",
    ]),
  );
  const list = await rules();
  expect(list.queryByRole("switch", { name: "Rule Everything else" })).toBeNull();
  await press("Actions for Everything else");
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Preview"]);
});

it("a rule that needs attention shows the reason and can't be turned on", async () => {
  await open({
    "GET /api/dispatch-rules": [
      { ...rule, problem: "person-left" },
      {
        ...rule,
        id: 8,
        name: "Wide",
        property: null,
        landlord: { id: 6, fullName: "Linda Harcourt" },
        skippedIn: { count: 5, names: ["Annex", "Barn", "Cedar Point"] },
      },
    ] satisfies Rule[],
  });
  const list = await rules();
  await list.findByText(/Dana Cole is no longer on the maintenance staff/);
  list.getByText("Skipped at Annex, Barn, Cedar Point, and 2 more, where Dana Cole doesn't work.");
  list.getByText(/All your properties/);
  expect(list.getByRole<HTMLInputElement>("switch", { name: "Rule Plumbing at Harborview" }).disabled).toBe(
    true,
  );
});

it("editing a rule that someone else has changed shows both versions", async () => {
  await open({
    "PATCH /api/dispatch-rules/7": conflict("Alex Morgan changed this rule after you opened it.", {
      ...rule,
      name: "Water",
      version: 3,
    }),
  });
  await choose("Plumbing at Harborview", "Edit");
  const dialog = await dialogNamed("Edit Rule");
  await userEvent.type(dialog.getByLabelText("Name"), " Center");
  await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
  await dialog.findByText("Alex Morgan changed this rule after you opened it.");
  dialog.getByRole("cell", { name: "Plumbing at Harborview Center" });
  expect(dialog.getByRole("cell", { name: "Water" })).toBeTruthy();
});

it("the dispatch page adds a team of people who work at its properties, edits it, and deletes it after confirmation", async () => {
  const { changes } = await open({
    "POST /api/teams": plumbers,
    "PATCH /api/teams/3": plumbers,
    "DELETE /api/teams/3": { success: true },
  });
  const list = await teams();
  await list.findByText("Tom Becker no longer works here and won't get work orders.");
  expect(list.getByRole("link", { name: "2 work orders unclaimed" }).getAttribute("href")).toBe(
    "/work-orders?assignee=team&teamId=3",
  );
  await press("New Team");
  const dialog = await dialogNamed("New Team");
  await userEvent.type(dialog.getByLabelText("Name"), "Night shift");
  await userEvent.click(dialog.getByRole("button", { name: "Add Team" }));
  await dialog.findByText("Please select at least one person");
  await userEvent.click(await dialog.findByLabelText("Luis Ortega"));
  // A selected person stays visible at a property where they don't work.
  await userEvent.selectOptions(dialog.getByLabelText("Properties"), "Harborview Center");
  expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: "Luis Ortega" }).checked).toBe(true);
  await userEvent.selectOptions(dialog.getByLabelText("Properties"), "");
  await userEvent.click(dialog.getByRole("button", { name: "Add Team" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose("Plumbers", "Edit");
  await userEvent.click(await screen.findByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose("Plumbers", "Delete");
  await screen.findByText("2 unclaimed work orders will become unassigned.");
  await press("Delete");
  await screen.findByText("Team Deleted");
  expect(changes()).toEqual([
    { call: "POST /api/teams", body: { name: "Night shift", propertyId: null, memberIds: [12] } },
    // The member who no longer works there is removed.
    { call: "PATCH /api/teams/3", body: { name: "Plumbers", propertyId: 1, memberIds: [5] } },
    { call: "DELETE /api/teams/3", body: undefined },
  ]);
});

it("the dispatch page says what to do when there are no rules and no teams", async () => {
  await open({ "GET /api/dispatch-rules": [], "GET /api/teams": [] }, admin);
  expect(await screen.findByText("No rules yet")).toBeTruthy();
  expect(await screen.findByText("No teams yet")).toBeTruthy();
});
