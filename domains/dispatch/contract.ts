import * as z from "zod/mini";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { priorities } from "#domains/work-orders/priorities.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, line } from "#shared/http/fields.ts";

export const membersMax = 50;
/** The days of past orders that a rule is tried on. */
export const trialDays = 90;

const person = z.object({ id: z.number(), fullName: z.string() });
const named = z.object({ id: z.number(), name: z.string() });

/** Where a team works or a rule applies: one building, all of a landlord, or every building where both are null. */
const reach = {
  building: z.nullable(named),
  landlord: z.nullable(person),
};

export const team = z.object({
  id: z.number(),
  name: z.string(),
  ...reach,
  /** `getsOrders`: works in one of its buildings, so that orders there are theirs to take. */
  members: z.array(z.extend(person, { getsOrders: z.boolean() })),
  /** Unfinished orders that nobody of it has taken. */
  waiting: z.number(),
  /** The names of the rules that give it orders; it cannot be deleted before. */
  rules: z.array(z.string()),
  mayEdit: z.boolean(),
  version: z.number(),
});
export type Team = z.infer<typeof team>;

/** Why a rule is skipped everywhere. */
export const ruleProblems = ["person-left", "person-elsewhere", "team-empty", "no-building"] as const;

export const rule = z.object({
  id: z.number(),
  name: z.string(),
  ...reach,
  category: z.nullable(z.enum(filterCategories)),
  /** Null: any. */
  priorities: z.nullable(z.array(z.enum(priorities))),
  /** One of both. */
  assignee: z.nullable(person),
  team: z.nullable(named),
  isOn: z.boolean(),
  problem: z.nullable(z.enum(ruleProblems)),
  /** In how many of its buildings the rule is skipped, as nobody it names works there; the first of them by name. */
  skippedIn: z.object({ count: z.number(), names: z.array(z.string()) }),
  may: z.object({ edit: z.boolean(), moveUp: z.boolean(), moveDown: z.boolean() }),
  version: z.number(),
});
export type Rule = z.infer<typeof rule>;

const name = line(2, "Please enter a name of at least 2 characters", 80);
/** Null: all buildings of the landlord; for an administrator, every building. */
const propertyId = z.nullable(id);

const teamFacts = {
  name,
  propertyId,
  memberIds: z
    .array(id)
    .check(
      z.minLength(1, "Please choose at least one person"),
      z.maxLength(membersMax, `A team has at most ${membersMax} people`),
    ),
};

const chosenPriorities = z
  .array(z.enum(priorities, "Please select a priority level"))
  .check(
    z.minLength(1, "Please choose at least one priority, or any"),
    z.maxLength(priorities.length, "Please choose each priority once"),
  );
const category = z.enum(filterCategories, "Please select a category");

const ruleFacts = {
  name,
  propertyId,
  category: z.nullable(category),
  priorities: z.nullable(chosenPriorities),
  /** One of both. */
  assigneeId: z.nullable(id),
  teamId: z.nullable(id),
};

export const listTeams = endpoint({
  method: "GET",
  path: "/api/teams",
  action: "dispatch.read",
  summary: "Teams within the access scope, by name",
  response: z.array(team),
});

export const createTeam = endpoint({
  method: "POST",
  path: "/api/teams",
  action: "dispatch.edit",
  summary: "Add a team of maintenance staff; without a building it is for all own ones",
  body: z.object(teamFacts),
  response: team,
  status: 201,
});

export const editTeam = endpoint({
  method: "PATCH",
  path: "/api/teams/:id",
  action: "dispatch.edit",
  summary: "Change a team",
  params: byId,
  versioned: true,
  body: z.object({ ...teamFacts, version: z.optional(z.int()) }),
  response: team,
});

export const deleteTeam = endpoint({
  method: "DELETE",
  path: "/api/teams/:id",
  action: "dispatch.edit",
  summary: "Delete a team to which no rule gives orders; nobody has the orders it was to take",
  params: byId,
  response: done,
});

export const listRules = endpoint({
  method: "GET",
  path: "/api/dispatch-rules",
  action: "dispatch.read",
  summary: "Rules that assign new work orders, in the order in which they are looked at",
  response: z.array(rule),
});

export const createRule = endpoint({
  method: "POST",
  path: "/api/dispatch-rules",
  action: "dispatch.edit",
  summary: "Add a rule behind the others; it is off until it is switched on",
  body: z.object(ruleFacts),
  response: rule,
  status: 201,
});

export const editRule = endpoint({
  method: "PATCH",
  path: "/api/dispatch-rules/:id",
  action: "dispatch.edit",
  summary: "Change a rule, or switch it on or off",
  params: byId,
  versioned: true,
  body: z.object({
    ...ruleFacts,
    name: z.optional(ruleFacts.name),
    propertyId: z.optional(ruleFacts.propertyId),
    category: z.optional(ruleFacts.category),
    priorities: z.optional(ruleFacts.priorities),
    assigneeId: z.optional(ruleFacts.assigneeId),
    teamId: z.optional(ruleFacts.teamId),
    isOn: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: rule,
});

export const moveRule = endpoint({
  method: "POST",
  path: "/api/dispatch-rules/:id/move",
  action: "dispatch.edit",
  summary:
    "Move a rule before or behind the next one that the user may change; the first that matches assigns",
  params: byId,
  body: z.object({ direction: z.enum(["up", "down"], "direction must be up or down.") }),
  response: z.array(rule),
});

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/api/dispatch-rules/:id",
  action: "dispatch.edit",
  summary: "Delete a rule; the orders it assigned stay as they are",
  params: byId,
  response: done,
});

/** What a rule would have assigned. */
export const trial = z.object({
  /** The orders that match. */
  matched: z.number(),
  /** Of these, those that a rule before it assigns. */
  takenBefore: z.number(),
  /** Of the rest, those that somebody assigned by hand to somebody else. */
  otherwise: z.number(),
  /** The person or team, and the people of it; in all and for each week, which is named by its Monday. */
  to: z.object({ name: z.string(), people: z.number() }),
  weeks: z.array(z.object({ from: z.string(), count: z.number() })),
  /** The newest that match. */
  newest: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      building: z.string(),
      priority: z.string(),
      createdAt: z.string(),
      /** Who has it, if anybody. */
      assignee: z.nullable(z.string()),
      /** The name of the rule before it that assigns this order. */
      takenBy: z.nullable(z.string()),
    }),
  ),
});
export type Trial = z.infer<typeof trial>;

export const tryRule = endpoint({
  method: "GET",
  path: "/api/dispatch-rules/trial",
  action: "dispatch.read",
  summary: `What a rule would have assigned of the last ${trialDays} days' orders within the access scope`,
  query: z.object({
    /** The rule that is changed; without it, a new one. */
    ruleId: z.optional(idInPath),
    propertyId: z.optional(idInPath),
    category: z.optional(category),
    priorities: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((text: string) => text.split(",")),
        ),
        chosenPriorities,
      ),
    ),
    assigneeId: z.optional(idInPath),
    teamId: z.optional(idInPath),
  }),
  response: trial,
});

/** The maintenance staff that rules and teams may name. */
export const listStaff = endpoint({
  method: "GET",
  path: "/api/dispatch-staff",
  action: "dispatch.read",
  summary: "Maintenance staff within the access scope, with their buildings",
  response: z.array(
    z.extend(person, {
      /** Works in every building. */
      everywhere: z.boolean(),
      propertyIds: z.array(z.number()),
    }),
  ),
});
