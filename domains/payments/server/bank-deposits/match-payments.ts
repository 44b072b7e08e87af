import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { isRunning, type LeaseState } from "#domains/leases/states.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { foldText } from "#shared/fold-text.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  LeaseCandidate,
  matchPayments as matchPaymentsEndpoint,
  PaymentMatch,
} from "../../payment-matches-contract.ts";
import { namesCompany, readNameWords, readUnitNumbers, toWordKey } from "./payer-text.ts";

type PaymentToMatch = BodyOf<typeof matchPaymentsEndpoint>["payments"][number];

interface Lease extends LeaseCandidate {
  state: LeaseState;
  /** The amounts due that a payment can be: what is overdue, what is due with it, and the balance. */
  dueAmounts: number[];
}

/** A lease with what speaks for it. */
interface Likely {
  lease: Lease;
  hasName: boolean;
  hasUnit: boolean;
  hasAmount: boolean;
}

const maxCandidates = 5;

/** Proposes the lease of each payment, by its text and amount, among the leases whose money the user can access. */
export async function matchPayments(
  ctx: SignedInCtx,
  payments: readonly PaymentToMatch[],
): Promise<PaymentMatch[]> {
  const read = payments.map((payment) => ({
    ...payment,
    words: readNameWords(payment.text),
    unitNumbers: readUnitNumbers(payment.text),
  }));
  const leases = await findLeases(ctx, read);
  const findNamed = indexNames(leases);
  const byUnit = groupBy(leases, ({ units }) => units.map(foldText));
  const byAmount = groupBy(leases, ({ dueAmounts }) => dueAmounts);
  return read.map(({ words, unitNumbers, ...payment }) => {
    const named = findNamed(words);
    const placed = new Set(unitNumbers.flatMap((number) => byUnit.get(number) ?? []));
    const due = new Set(payment.amountCents === null ? [] : byAmount.get(payment.amountCents));
    const likely = [...new Set([...named, ...placed, ...due])]
      .sort((a, b) => a.id - b.id)
      .map((lease) => ({
        lease,
        hasName: named.has(lease),
        hasUnit: placed.has(lease),
        hasAmount: due.has(lease),
      }));
    return selectLease(payment, likely);
  });
}

function groupBy<Key>(leases: readonly Lease[], toKeys: (lease: Lease) => readonly Key[]): Map<Key, Lease[]> {
  const groups = new Map<Key, Lease[]>();
  for (const lease of leases)
    for (const key of new Set(toKeys(lease))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [lease]);
      else group.push(lease);
    }
  return groups;
}

/**
 * Returns a function that finds the leases whose company a text names. It compares the text only with the names that
 * have its rarest word, and those whose own rarest word it has, so that `Trading` in every name costs nothing.
 */
function indexNames(leases: readonly Lease[]): (words: readonly string[]) => Set<Lease> {
  const words = new Map(leases.map((lease) => [lease, readNameWords(lease.company)]));
  const keysOf = (lease: Lease) => (words.get(lease) ?? []).map(toWordKey);
  const byKey = groupBy(leases, keysOf);
  const count = (key: string) => byKey.get(key)?.length ?? 0;
  const findRarest = (keys: readonly string[]) => keys.toSorted((a, b) => count(a) - count(b)).slice(0, 1);
  const byRarestKey = groupBy(leases, (lease) => findRarest(keysOf(lease)));
  return (textWords) => {
    const keys = textWords.map(toWordKey);
    const compared = [
      ...keys.flatMap((key) => byRarestKey.get(key) ?? []),
      ...findRarest(keys).flatMap((key) => byKey.get(key) ?? []),
    ];
    return new Set(compared.filter((lease) => namesCompany(textWords, words.get(lease) ?? [])));
  };
}

/**
 * Selects the only lease that matches best. A name counts most, then a unit, then the amount due, which never decides
 * against a name.
 */
function selectLease({ text, amountCents }: PaymentToMatch, likely: readonly Likely[]): PaymentMatch {
  const named = likely.filter(({ hasName, hasUnit }) => hasName || hasUnit);
  const amount = amountCents === null ? "" : formatCents(toCents(amountCents));
  if (named.length === 0) {
    const due = likely.filter(({ hasAmount }) => hasAmount);
    const [only] = due;
    if (only !== undefined && due.length === 1)
      return { lease: toCandidate(only), why: `The only lease with ${amount} due`, candidates: [] };
    if (due.length > 1)
      return { lease: null, why: `Several leases have ${amount} due`, candidates: toCandidates(due) };
    return { lease: null, why: text === "" ? "" : "No tenant has this name or unit", candidates: [] };
  }
  const best = narrow(named, [
    ({ hasName, hasUnit }) => hasName && hasUnit,
    ({ hasName }) => hasName,
    ({ lease }) => isRunning(lease.state),
    ({ hasAmount }) => hasAmount,
  ]);
  const [only] = best;
  if (only === undefined || best.length > 1)
    return { lease: null, why: "Several tenants match", candidates: toCandidates(best) };
  return {
    lease: toCandidate(only),
    why: describe(only),
    candidates: toCandidates(named.length > 1 ? named : []),
  };
}

/** Applies each condition that at least one meets. */
const narrow = (all: readonly Likely[], conditions: readonly ((one: Likely) => boolean)[]) =>
  conditions.reduce<readonly Likely[]>((rest, condition) => {
    const matching = rest.filter(condition);
    return matching.length === 0 ? rest : matching;
  }, all);

function describe({ hasName, hasUnit, hasAmount }: Likely): string {
  const parts = [hasName && "name", hasUnit && "unit", hasAmount && "amount due"].filter(
    (part) => part !== false,
  );
  const list = parts.length === 3 ? `${parts[0]}, ${parts[1]}, and ${parts[2]}` : parts.join(" and ");
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${parts.length === 1 ? "matches" : "match"}`;
}

const toCandidate = ({ lease: { state: _, dueAmounts: __, ...candidate } }: Likely): LeaseCandidate =>
  candidate;
const toCandidates = (likely: readonly Likely[]): LeaseCandidate[] =>
  likely.slice(0, maxCandidates).map(toCandidate);

/** What is overdue, or else due next, and the whole balance. A payment of either matches the amount due. */
const dueByLease = (ctx: SignedInCtx) => sql`
  select r.lease_id, r.overdue, r.overdue + coalesce(sum(e.open_cents) filter (where e.due_on = r.next_on), 0) as due, r.balance
  from (
    select e.lease_id, coalesce(sum(e.open_cents) filter (where e.open_cents > 0 and e.due_on < t.today), 0) as overdue,
      min(e.due_on) filter (where e.open_cents > 0 and e.due_on >= t.today) as next_on, sum(e.open_cents) as balance
    from receivables e join leases l on l.id = e.lease_id join properties p on p.id = e.property_id
      cross join lateral (select (${ctx.now}::timestamptz at time zone p.time_zone)::date as today) t
    where e.open_cents <> 0 and ${moneyScope(ctx.actor.accessScope)}
    group by e.lease_id) r
  left join receivables e on e.lease_id = r.lease_id and e.open_cents > 0 and e.due_on = r.next_on
  group by r.lease_id, r.overdue, r.balance`;

interface ReadPayment extends PaymentToMatch {
  words: readonly string[];
  unitNumbers: readonly string[];
}

/** Finds the leases that have a word of a name, a unit, or an amount due in common with any of the payments. */
async function findLeases(ctx: SignedInCtx, payments: readonly ReadPayment[]): Promise<Lease[]> {
  const words = [...new Set(payments.flatMap((payment) => payment.words.map(toPrefix)))];
  const unitNumbers = [...new Set(payments.flatMap((payment) => payment.unitNumbers))];
  const amounts = payments.flatMap(({ amountCents }) =>
    amountCents !== null && amountCents > 0 ? [amountCents] : [],
  );
  const named =
    words.length === 0
      ? sql`select null::bigint where false`
      : sql`select l.id from companies c join leases l on l.company_id = c.id
          where c.words @@ ${words.join(" | ")}::tsquery`;
  const { rows } = await sql<Lease>`
    with due as materialized (${dueByLease(ctx)}),
    found as (
      ${named}
      union
      select lu.lease_id from units u join lease_units lu on lu.unit_id = u.id
      where fold_text(u.unit_number) = any(${unitNumbers}::text[])
      union
      select d.lease_id from due d where array[d.overdue, d.due, d.balance] && ${amounts}::numeric[]
    )
    select l.id, l.state, c.name as company, p.name as property,
      array(select u.unit_number from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id order by u.unit_number collate "C") as units,
      coalesce(case when d.overdue > 0 then d.overdue else d.due end, 0)::bigint as "dueCents",
      case when d.lease_id is null then '{}' else array[d.overdue, d.due, d.balance]::bigint[] end as "dueAmounts"
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
      left join due d on d.lease_id = l.id
    where l.id in (select * from found) and l.state <> 'draft' and ${moneyScope(ctx.actor.accessScope)}`.execute(
    ctx.db,
  );
  return rows.map((lease) => ({
    ...lease,
    dueAmounts: lease.dueAmounts.map(Number).filter((cents) => cents > 0),
  }));
}

/** The word as it starts in the search words of companies. */
const toPrefix = (word: string): string => {
  const key = toWordKey(word);
  return key.startsWith("=") ? `'${word}'` : `'${key}':*`;
};
