import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import { hasSomebodyIn, rulesInOrder } from "#domains/work-orders/server/rules.ts";
import { isForBuilding } from "#domains/work-orders/server/teams.ts";
import { audit, changesBetween } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { conflict, forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createRule, editRule, moveRule, Rule } from "../contract.ts";
import { dispatchScope } from "./access.ts";
import { publishDispatchChange } from "./publish-change.ts";
import { type Reach, reachFor } from "./reach.ts";

const rulesMax = 200;
const skippedNamed = 3;

type Row = Omit<Rule, "problem" | "skippedIn" | "may"> &
  Reach & {
    position: number;
    mayEdit: boolean;
    /** Whether the person is still active maintenance staff. */
    isStaff: boolean;
    buildings: number;
    skipped: number;
    skippedNames: string[] | null;
  };
type Found = Rule & Reach & { position: number };

/** All rules within the access scope, in the order in which they are looked at. */
async function readRules({ db, actor }: SignedInCtx): Promise<Found[]> {
  const { accessScope } = actor;
  const { rows } = await sql<Row>`
    select r.id, r.name, r.version, r.property_id, r.landlord_id, r.position, r.category, r.priorities, r.is_on as "isOn",
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as building,
      case when l.id is not null then json_build_object('id', l.id, 'fullName', l.full_name) end as landlord,
      case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee,
      case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as team,
      ${dispatchScope(accessScope, "r", "edit")} as "mayEdit",
      coalesce(a.role = 'maintenance' and a.state = 'active', false) as "isStaff",
      covered.buildings, covered.skipped, covered.names as "skippedNames"
    from dispatch_rules r
    left join properties b on b.id = r.property_id left join users l on l.id = r.landlord_id
    left join users a on a.id = r.assignee_id left join teams g on g.id = r.team_id
    cross join lateral (
      select count(*)::int as buildings, count(*) filter (where not reached.is_served)::int as skipped,
        (array_agg(reached.name order by reached.name) filter (where not reached.is_served))[1:${sql.lit(skippedNamed)}] as names
      from (
        select p.name, ${hasSomebodyIn("r", sql`p.id`)} as is_served from properties p
        where ${isForBuilding("r", sql`p.id`)} and ${propertyScope(accessScope)}
      ) reached
    ) covered
    where ${dispatchScope(accessScope, "r")}
    order by ${rulesInOrder("r")}`.execute(db);
  return rows.map((row, at) => presentRule(row, rows, at));
}

function presentRule(row: Row, rows: readonly Row[], at: number): Found {
  const { mayEdit, isStaff: _, buildings, skipped, skippedNames, ...facts } = row;
  const problem = problemOf(row);
  const mayChange = (one: Row) => one.mayEdit;
  return {
    ...facts,
    problem,
    skippedIn:
      problem !== null || skipped === 0
        ? { count: 0, names: [] }
        : { count: skipped, names: skippedNames ?? [] },
    may: {
      edit: mayEdit,
      moveUp: mayEdit && neighbourOf(rows, at, "up", mayChange) !== undefined,
      moveDown: mayEdit && neighbourOf(rows, at, "down", mayChange) !== undefined,
    },
  };
}

function problemOf({ assignee, isStaff, buildings, skipped }: Row): Rule["problem"] {
  if (assignee !== null && !isStaff) return "person-left";
  if (buildings === 0) return "no-building";
  if (skipped < buildings) return null;
  return assignee === null ? "team-empty" : "person-elsewhere";
}

const isForAll = ({ property_id, landlord_id }: Reach): boolean =>
  property_id === null && landlord_id === null;

/** The next rule that the user may change, among those that are looked at together. */
function neighbourOf<One extends Reach>(
  rules: readonly One[],
  at: number,
  direction: "up" | "down",
  mayChange: (one: One) => boolean,
): One | undefined {
  const [rule] = rules.slice(at);
  const others = direction === "up" ? rules.slice(0, at).reverse() : rules.slice(at + 1);
  return others.find((other) => mayChange(other) && rule !== undefined && isForAll(other) === isForAll(rule));
}

export const allRules = (ctx: SignedInCtx): Promise<Rule[]> => readRules(ctx);

/** @throws AppError not_found outside the access scope */
export async function findRule(ctx: SignedInCtx, id: number): Promise<Found> {
  const found = (await readRules(ctx)).find((one) => one.id === id);
  if (found === undefined) throw notFound("rule");
  return found;
}

/** The rules, of which nobody else adds, moves or changes one until the transaction ends. */
const lockRules = ({ db }: SignedInCtx) =>
  sql`lock table dispatch_rules in share row exclusive mode`.execute(db);

async function lockRule(ctx: SignedInCtx, id: number): Promise<Found> {
  await lockRules(ctx);
  const found = await findRule(ctx, id);
  if (!found.may.edit)
    throw forbidden("This rule is for other buildings too: an administrator can change it.");
  return found;
}

/** @throws AppError invalid; conflict with too many */
export async function addRule(ctx: SignedInCtx, body: BodyOf<typeof createRule>): Promise<Rule> {
  const { db } = ctx;
  await lockRules(ctx);
  if ((await readRules(ctx)).length >= rulesMax)
    throw conflict(`There are ${rulesMax} rules already. Please delete one first.`);
  refuseOtherThanOne(body);
  const { propertyId, assigneeId, teamId, ...facts } = body;
  const reach = await reachFor(ctx, propertyId);
  await lockTarget(db, body);
  const { id } = await db
    .insertInto("dispatch_rules")
    .values({
      ...facts,
      ...reach,
      assignee_id: assigneeId,
      team_id: teamId,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from dispatch_rules)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const added = await findRule(ctx, id);
  refuseProblem(added);
  await audit(ctx, {
    action: "dispatch-rule.created",
    subjectType: "dispatch-rule",
    subjectId: id,
    propertyId: reach.property_id,
    details: factsOf(added),
  });
  await publishDispatchChange(ctx);
  return added;
}

/** @throws AppError not_found; forbidden; invalid; conflict for an old version */
export async function changeRule(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editRule>,
  seen: number | undefined,
): Promise<Rule> {
  const before = await lockRule(ctx, id);
  await refuseOldVersion(
    ctx,
    { type: "dispatch-rule", id, name: "this rule", version: before.version },
    seen,
    async () => before,
  );
  const target = {
    assigneeId: body.assigneeId === undefined ? (before.assignee?.id ?? null) : body.assigneeId,
    teamId: body.teamId === undefined ? (before.team?.id ?? null) : body.teamId,
  };
  refuseOtherThanOne(target);
  const reach = body.propertyId === undefined ? before : await reachFor(ctx, body.propertyId, before);
  await lockTarget(ctx.db, target);
  await ctx.db
    .updateTable("dispatch_rules")
    .set({
      name: body.name ?? before.name,
      property_id: reach.property_id,
      landlord_id: reach.landlord_id,
      category: body.category === undefined ? before.category : body.category,
      priorities: body.priorities === undefined ? before.priorities : body.priorities,
      assignee_id: target.assigneeId,
      team_id: target.teamId,
      is_on: body.isOn ?? before.isOn,
    })
    .where("id", "=", id)
    .execute();
  const after = await findRule(ctx, id);
  const [was, is] = [factsOf(before), factsOf(after)];
  const changes = changesBetween(recordsOf(before), recordsOf(after), [
    "name",
    "buildings",
    "category",
    "priorities",
    "assignedTo",
  ]).map(({ field }) => ({ field, from: was[field], to: is[field] }));
  const isSwitched = before.isOn !== after.isOn;
  if (changes.length === 0 && !isSwitched) return before;
  // What needs attention can still be renamed or switched off.
  const isAsked = changes.some(({ field }) => field === "buildings" || field === "assignedTo");
  if (isAsked || (isSwitched && after.isOn)) refuseProblem(after);
  await ctx.db
    .updateTable("dispatch_rules")
    .set({ version: before.version + 1 })
    .where("id", "=", id)
    .execute();
  if (changes.length > 0) await auditChange(ctx, "edited", after, { changes });
  if (isSwitched)
    await auditChange(ctx, after.isOn ? "switched-on" : "switched-off", after, { name: after.name });
  await publishDispatchChange(ctx);
  return { ...after, version: before.version + 1 };
}

/** @throws AppError not_found; forbidden */
export async function moveRuleTo(
  ctx: SignedInCtx,
  id: number,
  { direction }: BodyOf<typeof moveRule>,
): Promise<Rule[]> {
  const moved = await lockRule(ctx, id);
  const rules = await readRules(ctx);
  const at = rules.findIndex((one) => one.id === id);
  const other = neighbourOf(rules, at, direction, ({ may }) => may.edit);
  if (other === undefined) return rules;
  await sql`update dispatch_rules set position = case id when ${id} then ${other.position}::int else ${moved.position}::int end
    where id in (${id}, ${other.id})`.execute(ctx.db);
  await auditChange(ctx, "moved", moved, { [direction === "up" ? "before" : "behind"]: other.name });
  await publishDispatchChange(ctx);
  return readRules(ctx);
}

/** @throws AppError not_found; forbidden */
export async function removeRule(ctx: SignedInCtx, id: number): Promise<void> {
  const removed = await lockRule(ctx, id);
  await ctx.db.deleteFrom("dispatch_rules").where("id", "=", id).execute();
  await auditChange(ctx, "deleted", removed, factsOf(removed));
  await publishDispatchChange(ctx);
}

const auditChange = (
  ctx: SignedInCtx,
  what: "edited" | "switched-on" | "switched-off" | "moved" | "deleted",
  { id, property_id: propertyId }: Found,
  details: Record<string, unknown>,
): Promise<void> =>
  audit(ctx, {
    action: `dispatch-rule.${what}`,
    subjectType: "dispatch-rule",
    subjectId: id,
    propertyId,
    details,
  });

const factsOf = ({ name, building, landlord, category, priorities, assignee, team }: Rule) => ({
  name,
  buildings: building?.name ?? (landlord === null ? "every building" : `all of ${landlord.fullName}`),
  category: category ?? "any",
  priorities: priorities ?? "any",
  assignedTo: assignee?.fullName ?? `the team ${team?.name ?? ""}`,
});

/** To compare: two people, teams or buildings may have the same name. */
const recordsOf = (rule: Rule) => ({
  ...factsOf(rule),
  buildings: rule.building ?? rule.landlord,
  assignedTo: rule.assignee ?? rule.team,
});

/** @throws AppError invalid unless it is either a person or a team */
export function refuseOtherThanOne({
  assigneeId,
  teamId,
}: {
  assigneeId: number | null;
  teamId: number | null;
}): void {
  if ((assigneeId === null) === (teamId === null))
    throw invalid({ assigneeId: "Please choose a person or a team" });
}

/** Keeps the person or team until the rule is written. @throws AppError invalid for one that does not exist */
async function lockTarget(
  db: Db,
  { assigneeId, teamId }: { assigneeId: number | null; teamId: number | null },
): Promise<void> {
  const target =
    teamId === null
      ? db.selectFrom("users").select("id").where("id", "=", assigneeId)
      : db.selectFrom("teams").select("id").where("id", "=", teamId);
  if ((await target.forKeyShare().executeTakeFirst()) === undefined) throw worksNowhere(teamId !== null);
}

const worksNowhere = (isTeam: boolean) =>
  invalid(
    isTeam
      ? { teamId: "Nobody of this team works there." }
      : { assigneeId: "This person does not work there." },
  );

function refuseProblem({ problem, team }: Rule): void {
  if (problem === "no-building")
    throw invalid({ propertyId: "There is no building yet for which this rule could be." });
  if (problem !== null) throw worksNowhere(team !== null);
}
