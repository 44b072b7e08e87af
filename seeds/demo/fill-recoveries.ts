import { sql } from "kysely";
import type { PoolRecovery } from "#domains/recoveries/recovery-terms.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { people } from "./people.ts";
import { type DemoPool, type DemoRule, defaultShare, recoveryTerms } from "./recoveries.ts";
import { hoursBefore } from "./time.ts";

/** Writes the recovery terms of the leases at Harborview Center, from the start of each lease. */
export async function fillRecoveries({ db, now }: Ctx): Promise<void> {
  const pools = await db.selectFrom("expense_pools").select(["id", "name"]).orderBy("position").execute();
  const categories = await db.selectFrom("expense_categories").select(["id", "name"]).execute();
  const { rows: leases } = await sql<{ id: number; startsOn: Day }>`
    select id, starts_on as "startsOn" from leases where id = any(${Object.keys(recoveryTerms).map(Number)}::bigint[])
    order by id`.execute(db);
  for (const { id, startsOn } of leases) {
    const { others, ...rules } = recoveryTerms[id] ?? { others: {} };
    const terms = {
      pools: pools.map(({ id: poolId, name }) =>
        toRecovery(rules[name as DemoPool] ?? others, { poolId, startsOn, categories }),
      ),
      statementDueDays: 120,
      auditWindowDays: 90,
    };
    await sql`
      insert into recovery_terms (lease_id, property_id, number, starts_on, terms, made_by_id, made_at)
      select id, property_id, 1, starts_on, ${JSON.stringify(terms)}::jsonb, ${people.linda.id}, ${hoursBefore(now, 24 * 200)}
      from leases where id = ${id}`.execute(db);
  }
}

interface RuleContext {
  poolId: number;
  startsOn: Day;
  categories: readonly { id: number; name: string }[];
}

/** A base year of 0 is the year in which the lease starts. */
function toRecovery(rule: DemoRule, { poolId, startsOn, categories }: RuleContext): PoolRecovery {
  const { excluded = [], fee, base = { kind: "none" }, cap = null, ...rest } = rule;
  const year = Number(startsOn.slice(0, 4));
  return {
    share: defaultShare,
    startsOn: null,
    grossUpBasisPoints: null,
    isAnchor: false,
    clause: "",
    ...rest,
    poolId,
    base: base.kind === "year" ? { ...base, year } : base,
    cap: cap === null ? null : { ...cap, baseYear: year },
    fee: fee === undefined ? null : { ...fee, categoryIds: null },
    excludedCategoryIds: categories.filter(({ name }) => excluded.includes(name)).map(({ id }) => id),
  };
}
