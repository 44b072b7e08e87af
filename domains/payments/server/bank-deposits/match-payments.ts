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
  /** The likely amounts of a payment: the overdue amount, that plus the amount due next, and the balance. */
  dueAmounts: number[];
}

/** A lease that a payment matches, and the details that match. */
interface LeaseMatch {
  lease: Lease;
  hasName: boolean;
  hasUnit: boolean;
  hasAmount: boolean;
}

const maxCandidates = 5;

/**
 * Suggests a lease for each payment by its text and amount. Searches leases whose money the user can access.
 */
export async function matchPayments(
  ctx: SignedInCtx,
  payments: readonly PaymentToMatch[],
): Promise<PaymentMatch[]> {
  const parsedPayments = payments.map((payment) => ({
    ...payment,
    words: readNameWords(payment.text),
    unitNumbers: readUnitNumbers(payment.text),
  }));
  const leases = await findLeases(ctx, parsedPayments);
  const findByName = indexNames(leases);
  const leasesByUnit = groupBy(leases, ({ units }) => units.map(foldText));
  const leasesByAmount = groupBy(leases, ({ dueAmounts }) => dueAmounts);
  return parsedPayments.map(({ words, unitNumbers, ...payment }) => {
    const nameMatches = findByName(words);
    const unitMatches = new Set(unitNumbers.flatMap((number) => leasesByUnit.get(number) ?? []));
    const amountMatches = new Set(
      payment.amountCents === null ? [] : leasesByAmount.get(payment.amountCents),
    );
    const matches = [...new Set([...nameMatches, ...unitMatches, ...amountMatches])]
      .sort((a, b) => a.id - b.id)
      .map((lease) => ({
        lease,
        hasName: nameMatches.has(lease),
        hasUnit: unitMatches.has(lease),
        hasAmount: amountMatches.has(lease),
      }));
    return selectLease(payment, matches);
  });
}

function groupBy<Key>(
  leases: readonly Lease[],
  getKeys: (lease: Lease) => readonly Key[],
): Map<Key, Lease[]> {
  const groups = new Map<Key, Lease[]>();
  for (const lease of leases)
    for (const key of new Set(getKeys(lease))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [lease]);
      else group.push(lease);
    }
  return groups;
}

/**
 * Returns a function that finds the leases whose company is named in a text. For speed, it compares the text
 * only with names that share its rarest word or whose rarest word it contains. A word in every name, such as
 * `Trading`, is cheap.
 */
function indexNames(leases: readonly Lease[]): (words: readonly string[]) => Set<Lease> {
  const words = new Map(leases.map((lease) => [lease, readNameWords(lease.company)]));
  const getKeys = (lease: Lease) => (words.get(lease) ?? []).map(toWordKey);
  const leasesByKey = groupBy(leases, getKeys);
  const countLeases = (key: string) => leasesByKey.get(key)?.length ?? 0;
  const findRarest = (keys: readonly string[]) =>
    keys.toSorted((a, b) => countLeases(a) - countLeases(b)).slice(0, 1);
  const leasesByRarestKey = groupBy(leases, (lease) => findRarest(getKeys(lease)));
  return (textWords) => {
    const keys = textWords.map(toWordKey);
    const candidates = [
      ...keys.flatMap((key) => leasesByRarestKey.get(key) ?? []),
      ...findRarest(keys).flatMap((key) => leasesByKey.get(key) ?? []),
    ];
    return new Set(candidates.filter((lease) => namesCompany(textWords, words.get(lease) ?? [])));
  };
}

/**
 * Selects the best match, unless several are equally good. A name counts most, then a unit, then the amount
 * due, which never outweighs a name.
 */
function selectLease({ text, amountCents }: PaymentToMatch, matches: readonly LeaseMatch[]): PaymentMatch {
  const nameOrUnitMatches = matches.filter(({ hasName, hasUnit }) => hasName || hasUnit);
  const amount = amountCents === null ? "" : formatCents(toCents(amountCents));
  if (nameOrUnitMatches.length === 0) {
    const amountMatches = matches.filter(({ hasAmount }) => hasAmount);
    const [onlyMatch] = amountMatches;
    if (onlyMatch !== undefined && amountMatches.length === 1)
      return { lease: toCandidate(onlyMatch), why: `The only lease with ${amount} due`, candidates: [] };
    if (amountMatches.length > 1)
      return {
        lease: null,
        why: `Several leases have ${amount} due`,
        candidates: toCandidates(amountMatches),
      };
    return { lease: null, why: text === "" ? "" : "No tenant has this name or unit", candidates: [] };
  }
  const bestMatches = narrowDown(nameOrUnitMatches, [
    ({ hasName, hasUnit }) => hasName && hasUnit,
    ({ hasName }) => hasName,
    ({ lease }) => isRunning(lease.state),
    ({ hasAmount }) => hasAmount,
  ]);
  const [onlyMatch] = bestMatches;
  if (onlyMatch === undefined || bestMatches.length > 1)
    return { lease: null, why: "Several tenants match", candidates: toCandidates(bestMatches) };
  return {
    lease: toCandidate(onlyMatch),
    why: describeMatch(onlyMatch),
    candidates: toCandidates(nameOrUnitMatches.length > 1 ? nameOrUnitMatches : []),
  };
}

/** Applies the conditions one after another, skipping those that no remaining lease meets. */
const narrowDown = (
  matches: readonly LeaseMatch[],
  conditions: readonly ((match: LeaseMatch) => boolean)[],
) =>
  conditions.reduce<readonly LeaseMatch[]>((remaining, condition) => {
    const matchingLeases = remaining.filter(condition);
    return matchingLeases.length === 0 ? remaining : matchingLeases;
  }, matches);

function describeMatch({ hasName, hasUnit, hasAmount }: LeaseMatch): string {
  const parts = [hasName && "name", hasUnit && "unit", hasAmount && "amount due"].filter(
    (part) => part !== false,
  );
  const list = parts.length === 3 ? `${parts[0]}, ${parts[1]}, and ${parts[2]}` : parts.join(" and ");
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${parts.length === 1 ? "matches" : "match"}`;
}

const toCandidate = ({ lease: { state: _, dueAmounts: __, ...candidate } }: LeaseMatch): LeaseCandidate =>
  candidate;
const toCandidates = (matches: readonly LeaseMatch[]): LeaseCandidate[] =>
  matches.slice(0, maxCandidates).map(toCandidate);

/** Selects the overdue amount, the amount including the next due date, and the balance of each lease. */
const selectDueByLease = (ctx: SignedInCtx) => sql`
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

interface ParsedPayment extends PaymentToMatch {
  words: readonly string[];
  unitNumbers: readonly string[];
}

/** Returns the leases that share a word of the name, a unit, or an amount due with any of the payments. */
async function findLeases(ctx: SignedInCtx, payments: readonly ParsedPayment[]): Promise<Lease[]> {
  const words = [...new Set(payments.flatMap((payment) => payment.words.map(toPrefixQuery)))];
  const unitNumbers = [...new Set(payments.flatMap((payment) => payment.unitNumbers))];
  const amounts = payments.flatMap(({ amountCents }) =>
    amountCents !== null && amountCents > 0 ? [amountCents] : [],
  );
  const selectNamedLeases =
    words.length === 0
      ? sql`select null::bigint where false`
      : sql`select l.id from companies c join leases l on l.company_id = c.id
          where c.words @@ ${words.join(" | ")}::tsquery`;
  const { rows } = await sql<Lease>`
    with due as materialized (${selectDueByLease(ctx)}),
    found as (
      ${selectNamedLeases}
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

/** Returns the word as a prefix query on the search words of companies. */
const toPrefixQuery = (word: string): string => {
  const key = toWordKey(word);
  return key.startsWith("=") ? `'${word}'` : `'${key}':*`;
};
