import { sql } from "kysely";
import type { PoolRecovery } from "#domains/recoveries/recovery-terms.ts";
import type { Ctx } from "#server/http/context.ts";
import { people } from "./people.ts";
import { type DemoPool, type DemoRule, defaultShare, lastYear, recoveryTerms } from "./recoveries.ts";
import { localDay } from "./time.ts";

/** Writes the recovery terms of the leases at Harborview Center, from the start of each lease. */
export async function fillRecoveries({ db, now }: Ctx): Promise<void> {
  const pools = await db.selectFrom("expense_pools").select(["id", "name"]).orderBy("position").execute();
  const categories = await db.selectFrom("expense_categories").select(["id", "name"]).execute();
  const thisYear = Number(localDay(now).slice(0, 4));
  for (const [id, { others, ...rules }] of Object.entries(recoveryTerms)) {
    const terms = {
      pools: pools.map(({ id: poolId, name }) =>
        toRecovery(rules[name as DemoPool] ?? others, { poolId, thisYear, categories }),
      ),
      statementDueDays: 120,
      auditWindowDays: 365,
    };
    await sql`
      insert into recovery_terms (lease_id, property_id, number, starts_on, terms, made_by_id, made_at)
      select id, property_id, 1, starts_on, ${JSON.stringify(terms)}::jsonb, ${people.linda.id}, starts_on
      from leases where id = ${id}`.execute(db);
  }
}

interface RuleContext {
  poolId: number;
  thisYear: number;
  categories: readonly { id: number; name: string }[];
}

function toRecovery(rule: DemoRule, { poolId, thisYear, categories }: RuleContext): PoolRecovery {
  const { excluded = [], fee, base = { kind: "none" }, cap = null, ...rest } = rule;
  const findIds = (names: readonly string[]) =>
    names.flatMap((name) => categories.filter((category) => category.name === name).map(({ id }) => id));
  const toYear = (year: number) => (year === lastYear ? thisYear - 1 : year);
  return {
    share: defaultShare,
    startsOn: null,
    grossUpBasisPoints: null,
    isAnchor: false,
    clause: "",
    ...rest,
    poolId,
    base: base.kind === "year" ? { ...base, year: toYear(base.year) } : base,
    cap: cap === null ? null : { ...cap, baseYear: toYear(cap.baseYear) },
    fee:
      fee === undefined
        ? null
        : { basisPoints: fee.basisPoints, isInsideCap: fee.isInsideCap, categoryIds: findIds(fee.on) },
    excludedCategoryIds: findIds(excluded),
  };
}
