import * as z from "zod/mini";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { priorities } from "#domains/work-orders/priorities.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, line } from "#shared/http/fields.ts";

export const maxTeamMembers = 50;
/** How many days of past work orders a rule preview covers. */
export const trialDays = 90;

const person = z.object({ id: z.number(), fullName: z.string() });
const namedRef = z.object({ id: z.number(), name: z.string() });

/**
 * The properties a team or rule covers: one property, all of one landlord's, or every property if both are
 * null.
 */
const coverageFields = {
  property: z.nullable(namedRef),
  landlord: z.nullable(person),
};

export const team = z.object({
  id: z.number(),
  name: z.string(),
  ...coverageFields,
  /** `canTakeWorkOrders`: the member works at one of the team's properties and can take work orders there. */
  members: z.array(z.extend(person, { canTakeWorkOrders: z.boolean() })),
  /** The number of unfinished work orders that no team member has claimed. */
  waiting: z.number(),
  /** The names of the rules that assign to this team. It can't be deleted while there are any. */
  rules: z.array(z.string()),
  canEdit: z.boolean(),
  version: z.number(),
});
export type Team = z.infer<typeof team>;

/** Reasons why a rule is skipped at all of its properties. */
export const ruleProblems = ["person-left", "person-elsewhere", "team-empty", "no-property"] as const;

export const rule = z.object({
  id: z.number(),
  name: z.string(),
  ...coverageFields,
  category: z.nullable(z.enum(filterCategories)),
  /** Null for any priority. */
  priorities: z.nullable(z.array(z.enum(priorities))),
  /** Exactly one of `assignee` and `team` is set. */
  assignee: z.nullable(person),
  team: z.nullable(namedRef),
  isOn: z.boolean(),
  problem: z.nullable(z.enum(ruleProblems)),
  /**
   * The properties where the rule is skipped because no assignee works there: how many there are, and the
   * first few names.
   */
  skippedIn: z.object({ count: z.number(), names: z.array(z.string()) }),
  can: z.object({ edit: z.boolean(), moveUp: z.boolean(), moveDown: z.boolean() }),
  version: z.number(),
});
export type Rule = z.infer<typeof rule>;

const name = line(2, "Please enter a name of at least 2 characters", 80);
/** Null covers all of the landlord's properties, or every property for an administrator. */
const propertyId = z.nullable(id);

const teamFields = {
  name,
  propertyId,
  memberIds: z
    .array(id)
    .check(
      z.minLength(1, "Please select at least one person"),
      z.maxLength(maxTeamMembers, `A team can have up to ${maxTeamMembers} people`),
    ),
};

const selectedPriorities = z
  .array(z.enum(priorities, "Please select a priority level"))
  .check(
    z.minLength(1, "Please select at least one priority, or any"),
    z.maxLength(priorities.length, "Please select each priority only once"),
  );
const category = z.enum(filterCategories, "Please select a category");

const ruleFields = {
  name,
  propertyId,
  category: z.nullable(category),
  priorities: z.nullable(selectedPriorities),
  /** Exactly one of `assigneeId` and `teamId` must be set. */
  assigneeId: z.nullable(id),
  teamId: z.nullable(id),
};

export const listTeams = endpoint({
  method: "GET",
  path: "/api/teams",
  action: "dispatch.read",
  summary: "List teams you can access, by name",
  response: z.array(team),
});

export const createTeam = endpoint({
  method: "POST",
  path: "/api/teams",
  action: "dispatch.edit",
  summary: "Add a maintenance team; without a property, it covers all of yours",
  body: z.object(teamFields),
  response: team,
  status: 201,
});

export const editTeam = endpoint({
  method: "PATCH",
  path: "/api/teams/:id",
  action: "dispatch.edit",
  summary: "Update a team",
  params: byId,
  versioned: true,
  body: z.object({ ...teamFields, version: z.optional(z.int()) }),
  response: team,
});

export const deleteTeam = endpoint({
  method: "DELETE",
  path: "/api/teams/:id",
  action: "dispatch.edit",
  summary: "Delete a team that no rule uses; its unclaimed work orders become unassigned",
  params: byId,
  response: done,
});

export const listRules = endpoint({
  method: "GET",
  path: "/api/dispatch-rules",
  action: "dispatch.read",
  summary: "List assignment rules in the order they're checked",
  response: z.array(rule),
});

export const createRule = endpoint({
  method: "POST",
  path: "/api/dispatch-rules",
  action: "dispatch.edit",
  summary: "Add a rule at the end of the list; new rules are off until turned on",
  body: z.object(ruleFields),
  response: rule,
  status: 201,
});

export const editRule = endpoint({
  method: "PATCH",
  path: "/api/dispatch-rules/:id",
  action: "dispatch.edit",
  summary: "Update a rule, or turn it on or off",
  params: byId,
  versioned: true,
  body: z.object({
    ...ruleFields,
    name: z.optional(ruleFields.name),
    propertyId: z.optional(ruleFields.propertyId),
    category: z.optional(ruleFields.category),
    priorities: z.optional(ruleFields.priorities),
    assigneeId: z.optional(ruleFields.assigneeId),
    teamId: z.optional(ruleFields.teamId),
    isOn: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: rule,
});

export const moveRule = endpoint({
  method: "POST",
  path: "/api/dispatch-rules/:id/move",
  action: "dispatch.edit",
  summary: "Move a rule up or down one place among the rules you can edit; the first match assigns",
  params: byId,
  body: z.object({ direction: z.enum(["up", "down"], "direction must be up or down.") }),
  response: z.array(rule),
});

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/api/dispatch-rules/:id",
  action: "dispatch.edit",
  summary: "Delete a rule; work orders it assigned don't change",
  params: byId,
  response: done,
});

/** What a rule would have assigned. */
export const trial = z.object({
  /** The number of matching work orders. */
  matched: z.number(),
  /** How many of the matches an earlier rule assigns. */
  takenBefore: z.number(),
  /** How many of the remaining matches were manually assigned to someone else. */
  otherwise: z.number(),
  /** The assignee or team, and the number of people it has. */
  to: z.object({ name: z.string(), people: z.number() }),
  /** The matches per week. `from` is its Monday. */
  weeks: z.array(z.object({ from: z.string(), count: z.number() })),
  /** The most recent matches. */
  newest: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      property: z.string(),
      priority: z.enum(priorities),
      createdAt: z.string(),
      assignee: z.nullable(z.string()),
      /** The name of the earlier rule that assigns this work order. */
      takenBy: z.nullable(z.string()),
    }),
  ),
});
export type RuleTrial = z.infer<typeof trial>;

export const tryRule = endpoint({
  method: "GET",
  path: "/api/dispatch-rules/trial",
  action: "dispatch.read",
  summary: `Preview what a rule would have assigned over the last ${trialDays} days`,
  query: z.object({
    /** The rule being edited. Absent for a new rule. */
    ruleId: z.optional(idInPath),
    propertyId: z.optional(idInPath),
    category: z.optional(category),
    priorities: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((text: string) => text.split(",")),
        ),
        selectedPriorities,
      ),
    ),
    assigneeId: z.optional(idInPath),
    teamId: z.optional(idInPath),
  }),
  response: trial,
});

/** The maintenance staff that can be selected for rules and teams. */
export const listStaff = endpoint({
  method: "GET",
  path: "/api/dispatch-staff",
  action: "dispatch.read",
  summary: "List maintenance staff you can access, with their properties",
  response: z.array(
    z.extend(person, {
      /** Whether the person works at every property. */
      everywhere: z.boolean(),
      propertyIds: z.array(z.number()),
    }),
  ),
});
