import { sql } from "kysely";
import type { ActionWithDetails } from "#domains/audit/details.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { hasAssigneeAt, ruleSortKeys } from "#domains/work-orders/server/assignment/rules.ts";
import { appliesToProperty } from "#domains/work-orders/server/assignment/teams.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { conflict, forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createRule, editRule, moveRule, Rule } from "../contract.ts";
import { dispatchScope } from "./access.ts";
import { type Coverage, resolveCoverage } from "./coverage.ts";
import { publishDispatchChange } from "./publish-change.ts";

const maxRules = 200;
const maxSkippedNames = 3;

type RuleRow = Omit<Rule, "problem" | "skippedIn" | "can"> &
  Coverage & {
    position: number;
    canEdit: boolean;
    /** Whether the person is still active maintenance staff. */
    isStaff: boolean;
    properties: number;
    skipped: number;
    skippedNames: string[] | null;
  };
type StoredRule = Rule & Coverage & { position: number };

/** Returns all rules in the access scope, in the order they're checked. */
async function readRules({ db, actor }: SignedInCtx): Promise<StoredRule[]> {
  const { accessScope } = actor;
  const { rows } = await sql<RuleRow>`
    select r.id, r.name, r.version, r.property_id, r.landlord_id, r.position, r.category, r.priorities, r.is_on as "isOn",
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as property,
      case when l.id is not null then json_build_object('id', l.id, 'fullName', l.full_name) end as landlord,
      case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as team,
      ${dispatchScope(accessScope, "r", "edit")} as "canEdit",
      coalesce(a.role = 'maintenance' and a.state = 'active', false) as "isStaff",
      covered.properties, covered.skipped, covered.names as "skippedNames"
    from dispatch_rules r
    left join properties b on b.id = r.property_id left join users l on l.id = r.landlord_id
    left join users a on a.id = r.assignee_id left join teams g on g.id = r.team_id
    cross join lateral (
      select count(*)::int as properties, count(*) filter (where not reached.is_served)::int as skipped,
        (array_agg(reached.name order by reached.name) filter (where not reached.is_served))[1:${sql.lit(maxSkippedNames)}] as names
      from (
        select p.name, ${hasAssigneeAt("r", sql`p.id`)} as is_served from properties p
        where ${appliesToProperty("r", sql`p.id`)} and ${propertyScope(accessScope)}
      ) reached
    ) covered
    where ${dispatchScope(accessScope, "r")}
    order by ${ruleSortKeys("r")}`.execute(db);
  return rows.map((row, index) => toRule(row, rows, index));
}

function toRule(row: RuleRow, rows: readonly RuleRow[], index: number): StoredRule {
  const { canEdit, isStaff: _, properties, skipped, skippedNames, ...fields } = row;
  const problem = findProblem(row);
  const canChange = (other: RuleRow) => other.canEdit;
  return {
    ...fields,
    problem,
    skippedIn:
      problem !== null || skipped === 0
        ? { count: 0, names: [] }
        : { count: skipped, names: skippedNames ?? [] },
    can: {
      edit: canEdit,
      moveUp: canEdit && findNeighbor(rows, index, "up", canChange) !== undefined,
      moveDown: canEdit && findNeighbor(rows, index, "down", canChange) !== undefined,
    },
  };
}

function findProblem({ assignee, isStaff, properties, skipped }: RuleRow): Rule["problem"] {
  if (assignee !== null && !isStaff) return "person-left";
  if (properties === 0) return "no-property";
  if (skipped < properties) return null;
  return assignee === null ? "team-empty" : "person-elsewhere";
}

const isForAll = ({ property_id, landlord_id }: Coverage): boolean =>
  property_id === null && landlord_id === null;

/**
 * Returns the nearest editable rule in the given direction. Rules for all properties and rules for specific
 * ones are separate groups.
 */
function findNeighbor<Candidate extends Coverage>(
  rules: readonly Candidate[],
  index: number,
  direction: "up" | "down",
  canChange: (rule: Candidate) => boolean,
): Candidate | undefined {
  const [rule] = rules.slice(index);
  const rulesInDirection = direction === "up" ? rules.slice(0, index).reverse() : rules.slice(index + 1);
  return rulesInDirection.find(
    (other) => canChange(other) && rule !== undefined && isForAll(other) === isForAll(rule),
  );
}

export const listAllRules = (ctx: SignedInCtx): Promise<Rule[]> => readRules(ctx);

/** @throws AppError not_found outside the access scope */
export async function findRule(ctx: SignedInCtx, id: number): Promise<StoredRule> {
  const rule = (await readRules(ctx)).find((rule) => rule.id === id);
  if (rule === undefined) throw notFound("rule");
  return rule;
}

/** Locks the rules: no one else can add, move, or change one until the transaction ends. */
const lockRules = ({ db }: SignedInCtx) =>
  sql`lock table dispatch_rules in share row exclusive mode`.execute(db);

async function lockRule(ctx: SignedInCtx, id: number): Promise<StoredRule> {
  await lockRules(ctx);
  const rule = await findRule(ctx, id);
  if (!rule.can.edit)
    throw forbidden("This rule also covers properties you don't manage. An administrator can change it.");
  return rule;
}

/** @throws AppError invalid; conflict when the limit is reached */
export async function addRule(ctx: SignedInCtx, body: BodyOf<typeof createRule>): Promise<Rule> {
  const { db } = ctx;
  await lockRules(ctx);
  if ((await readRules(ctx)).length >= maxRules)
    throw conflict(`You've reached the limit of ${maxRules} rules. Delete one first.`);
  assertSingleTarget(body);
  const { propertyId, assigneeId, teamId, ...fields } = body;
  const coverage = await resolveCoverage(ctx, propertyId);
  await lockTarget(db, body);
  const { id } = await db
    .insertInto("dispatch_rules")
    .values({
      ...fields,
      ...coverage,
      assignee_id: assigneeId,
      team_id: teamId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from dispatch_rules)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const addedRule = await findRule(ctx, id);
  assertNoProblem(addedRule);
  await audit(ctx, {
    action: "dispatch-rule.created",
    subjectType: "dispatch-rule",
    subjectId: id,
    propertyId: coverage.property_id,
    details: toAuditDetails(addedRule),
  });
  await publishDispatchChange(ctx);
  return addedRule;
}

/** @throws AppError not_found; forbidden; invalid; conflict for an old version */
export async function changeRule(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editRule>,
  expectedVersion: number | undefined,
): Promise<Rule> {
  const before = await lockRule(ctx, id);
  await assertCurrentVersion(
    ctx,
    { type: "dispatch-rule", id, name: "this rule", version: before.version },
    expectedVersion,
    async () => before,
  );
  const target = {
    assigneeId: body.assigneeId === undefined ? (before.assignee?.id ?? null) : body.assigneeId,
    teamId: body.teamId === undefined ? (before.team?.id ?? null) : body.teamId,
  };
  assertSingleTarget(target);
  const coverage =
    body.propertyId === undefined ? before : await resolveCoverage(ctx, body.propertyId, before);
  await lockTarget(ctx.db, target);
  await ctx.db
    .updateTable("dispatch_rules")
    .set({
      name: body.name ?? before.name,
      property_id: coverage.property_id,
      landlord_id: coverage.landlord_id,
      category: body.category === undefined ? before.category : body.category,
      priorities: body.priorities === undefined ? before.priorities : body.priorities,
      assignee_id: target.assigneeId,
      team_id: target.teamId,
      is_on: body.isOn ?? before.isOn,
    })
    .where("id", "=", id)
    .execute();
  const after = await findRule(ctx, id);
  const [detailsBefore, detailsAfter] = [toAuditDetails(before), toAuditDetails(after)];
  const changes = diffFields(toComparable(before), toComparable(after), [
    "name",
    "properties",
    "category",
    "priorities",
    "assignedTo",
  ]).map(({ field }) => ({ field, from: detailsBefore[field], to: detailsAfter[field] }));
  const isToggled = before.isOn !== after.isOn;
  if (changes.length === 0 && !isToggled) return before;
  // A rule with a problem can still be renamed or turned off.
  const needsTarget = changes.some(({ field }) => field === "properties" || field === "assignedTo");
  if (needsTarget || (isToggled && after.isOn)) assertNoProblem(after);
  await ctx.db
    .updateTable("dispatch_rules")
    .set({ version: before.version + 1 })
    .where("id", "=", id)
    .execute();
  if (changes.length > 0)
    await auditChange(ctx, after, { action: "dispatch-rule.edited", details: { changes } });
  if (isToggled)
    await auditChange(ctx, after, {
      action: after.isOn ? "dispatch-rule.switched-on" : "dispatch-rule.switched-off",
      details: { name: after.name },
    });
  await publishDispatchChange(ctx);
  return { ...after, version: before.version + 1 };
}

/** @throws AppError not_found; forbidden */
export async function moveRuleTo(
  ctx: SignedInCtx,
  id: number,
  { direction }: BodyOf<typeof moveRule>,
): Promise<Rule[]> {
  const movedRule = await lockRule(ctx, id);
  const rules = await readRules(ctx);
  const index = rules.findIndex((rule) => rule.id === id);
  const neighbor = findNeighbor(rules, index, direction, ({ can }) => can.edit);
  if (neighbor === undefined) return rules;
  await sql`update dispatch_rules set position = case id when ${id} then ${neighbor.position}::int else ${movedRule.position}::int end
    where id in (${id}, ${neighbor.id})`.execute(ctx.db);
  await auditChange(ctx, movedRule, {
    action: "dispatch-rule.moved",
    details: direction === "up" ? { before: neighbor.name } : { behind: neighbor.name },
  });
  await publishDispatchChange(ctx);
  return readRules(ctx);
}

/** @throws AppError not_found; forbidden */
export async function removeRule(ctx: SignedInCtx, id: number): Promise<void> {
  const removedRule = await lockRule(ctx, id);
  await ctx.db.deleteFrom("dispatch_rules").where("id", "=", id).execute();
  await auditChange(ctx, removedRule, {
    action: "dispatch-rule.deleted",
    details: toAuditDetails(removedRule),
  });
  await publishDispatchChange(ctx);
}

const auditChange = (
  ctx: SignedInCtx,
  { id, property_id: propertyId }: StoredRule,
  entry: Extract<ActionWithDetails, { action: `dispatch-rule.${string}` }>,
): Promise<void> => audit(ctx, { ...entry, subjectType: "dispatch-rule", subjectId: id, propertyId });

const toAuditDetails = ({ name, property, landlord, category, priorities, assignee, team }: Rule) => ({
  name,
  properties:
    property?.name ?? (landlord === null ? "all properties" : `all of ${landlord.fullName}'s properties`),
  category: category ?? "any",
  priorities: priorities ?? "any",
  assignedTo: assignee?.fullName ?? `team ${team?.name ?? ""}`,
});

/** Values for comparison. Names don't suffice because two people, teams, or properties can share one. */
const toComparable = (rule: Rule) => ({
  ...toAuditDetails(rule),
  properties: rule.property ?? rule.landlord,
  assignedTo: rule.assignee ?? rule.team,
});

/** @throws AppError invalid unless there is exactly one of a person and a team */
export function assertSingleTarget({
  assigneeId,
  teamId,
}: {
  assigneeId: number | null;
  teamId: number | null;
}): void {
  if ((assigneeId === null) === (teamId === null))
    throw invalid({ assigneeId: "Please select a person or a team" });
}

/** Locks the person or team until the rule is written. @throws AppError invalid if it doesn't exist */
async function lockTarget(
  db: Db,
  { assigneeId, teamId }: { assigneeId: number | null; teamId: number | null },
): Promise<void> {
  const target =
    teamId === null
      ? db.selectFrom("users").select("id").where("id", "=", assigneeId)
      : db.selectFrom("teams").select("id").where("id", "=", teamId);
  if ((await target.forKeyShare().executeTakeFirst()) === undefined) throw createTargetError(teamId !== null);
}

const createTargetError = (isTeam: boolean) =>
  invalid(
    isTeam
      ? { teamId: "No one on this team works there." }
      : { assigneeId: "This person isn't assigned to that property." },
  );

function assertNoProblem({ problem, team }: Rule): void {
  if (problem === "no-property")
    throw invalid({ propertyId: "There's no property this rule could apply to yet." });
  if (problem !== null) throw createTargetError(team !== null);
}
