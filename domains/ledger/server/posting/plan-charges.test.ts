import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildSchedule, postedDaysAhead } from "#domains/leases/schedule.ts";
import type { EffectiveTerms, Terms } from "#domains/leases/terms.ts";
import { addDays, type Day, maxDay, monthEnd, monthStart } from "#shared/calendar.ts";
import { arbitraryDay, arbitraryTerms } from "#test/money/arbitrary-terms.ts";
import {
  getStartMonth,
  type LeaseToPost,
  type PostedCharge,
  type PostingExtent,
  planCharges,
} from "./post-charges.ts";

/*
 * Posts random leases with random terms on random dates, sometimes twice and on a clock that was set back, while they are
 * amended, ended, and resumed. The postings must equal the preview, each period must post once, and no cent can be lost.
 * Uses the rules of `postCharges` without a database. The randomized test on the database is in posting-in-database.test.ts.
 */

/** `npm run torture` raises this number. */
const numRuns = Number(process.env.TORTURE_RUNS ?? 250);

type Step =
  | { kind: "post"; day: Day; extent: PostingExtent }
  | { kind: "end"; day: Day | null }
  | { kind: "amend"; daysLater: number; terms: Terms };

const firstDay = "2024-01-01";
const someDay = arbitraryDay(firstDay, 700);
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("post" as const),
      day: someDay,
      extent: fc.constant("new" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const), day: fc.option(someDay) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("amend" as const),
      daysLater: fc.integer({ min: 1, max: 90 }),
      terms: arbitraryTerms(someDay),
    }),
  },
);
const someStory = fc.record({
  terms: arbitraryTerms(someDay),
  from: someDay,
  steps: fc.array(someStep, { maxLength: 8 }),
});

function mustHold(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`Violated: ${rule}.`);
}

/** A lease and its account, as the database would store them. */
class Account {
  readonly rows = new Map<string, PostedCharge>();
  readonly periods = new Set<string>();
  total = 0;
  today: Day;
  entries = 0;
  readonly versions: EffectiveTerms[];
  readonly days: { from: Day; to: Day | null };
  constructor(versions: EffectiveTerms[], days: { from: Day; to: Day | null }) {
    this.versions = versions;
    this.days = days;
    this.today = days.from;
  }

  lease(): LeaseToPost {
    const latest = [...this.rows.values()].reduce<PostedCharge | null>(
      (last, row) => (last === null || row.month > last.month ? row : last),
      null,
    );
    return {
      id: 1,
      property_id: 1,
      state: "active",
      starts_on: this.days.from,
      ends_on: this.days.to,
      today: this.today,
      last_month: latest?.month ?? null,
      charged_since: "1900-01-01",
      closed_through: null,
      versions: this.versions,
    };
  }

  plan(extent: PostingExtent) {
    const since = getStartMonth(this.lease(), extent) ?? "0000-00-00";
    const posted = [...this.rows.values()].filter(({ month }) => month >= since);
    return planCharges(this.lease(), posted, extent);
  }

  /** Posts what is due and returns the number of entries. */
  post(day: Day, extent: PostingExtent): number {
    this.today = day;
    const { charges } = this.plan(extent);
    for (const { entry } of charges) {
      const amount = entry.postings.find(({ account }) => account === "receivable")?.amountCents ?? 0;
      mustHold(
        entry.postings.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0,
        "postings sum to zero",
      );
      const { period, chargeKind, dueOn } = entry.receivable ?? {};
      if (period === undefined || dueOn === undefined)
        throw new Error("A scheduled charge must have its period.");
      const key = `${period.termsNumber} ${period.lineKey} ${period.month}`;
      // The database would reject a second one.
      mustHold(!this.periods.has(`${key} ${period.revision}`), "each period posts once");
      this.periods.add(`${key} ${period.revision}`);
      const before = this.rows.get(key);
      mustHold(
        period.revision === (before === undefined ? 0 : before.last_revision + 1),
        "revisions have no gap",
      );
      this.rows.set(key, {
        lease_id: 1,
        terms_number: period.termsNumber,
        line_key: period.lineKey,
        month: period.month,
        charge_kind: chargeKind === "late-fee" || chargeKind == null ? "other" : chargeKind,
        description: before?.description ?? entry.description,
        starts_on: period.from,
        ends_on: maxDay(before?.ends_on ?? period.to, period.to),
        due_on: before?.due_on ?? dueOn,
        amount_cents: (before?.amount_cents ?? 0) + amount,
        forgiven_cents: 0,
        last_revision: period.revision,
        entry_id: before?.entry_id ?? ++this.entries,
        is_reversed: false,
      });
      this.total += amount;
    }
    return charges.length;
  }

  do(step: Step): void {
    if (step.kind === "post") this.post(step.day, step.extent);
    else if (step.kind === "end") this.days.to = step.day === null ? null : maxDay(step.day, this.days.from);
    else {
      const lastPosted = [...this.rows.values()].reduce(
        (last, { ends_on }) => maxDay(last, ends_on),
        this.days.from,
      );
      this.versions.push({
        number: this.versions.length + 1,
        from: addDays(lastPosted, step.daysLater),
        terms: step.terms,
      });
    }
    // Any change to a lease posts immediately, starting at its first day.
    if (step.kind !== "post") this.post(this.today, "whole");
  }
}

const createAccount = ({ terms, from }: { terms: Terms; from: Day }) =>
  new Account([{ number: 1, from, terms }], { from, to: null });

describe("for any lease and any changes to it", () => {
  test("the postings equal the preview, each period posts once, and no cent is lost", () => {
    fc.assert(
      fc.property(someStory, someDay, (story, lastDay) => {
        const account = createAccount(story);
        for (const step of story.steps) account.do(step);
        account.post(lastDay, "whole");
        const { rows, versions, days } = account;
        const lastMonth = [...rows.values()].reduce((last, { month }) => maxDay(last, month), days.from);
        const horizon = addDays(lastDay, postedDaysAhead);
        const preview = buildSchedule(versions, days, {
          from: days.from,
          through: monthEnd(maxDay(lastMonth, horizon)),
        });
        const posted = new Map([...rows].map(([key, { amount_cents }]) => [key, amount_cents]));
        let receivable = 0;
        for (const { termsNumber, lineKey, from, dueOn, amountCents } of preview) {
          const key = `${termsNumber} ${lineKey} ${monthStart(from)}`;
          const cents = posted.get(key);
          posted.delete(key);
          mustHold(
            cents === amountCents || (cents === undefined && dueOn > horizon),
            "the amount is posted as previewed",
          );
          receivable += cents ?? 0;
        }
        // Periods that are no longer in the terms and dates must be deducted in full.
        for (const cents of posted.values()) expect(cents).toBe(0);
        expect(account.total).toBe(receivable);
        expect(account.post(lastDay, "whole")).toBe(0);
      }),
      { numRuns },
    );
  });

  test("checking only the last months posts the same charges as checking the whole lease", () => {
    fc.assert(
      fc.property(someStory, fc.array(someDay, { minLength: 1, maxLength: 6 }), (story, runs) => {
        const account = createAccount(story);
        for (const step of story.steps) account.do(step);
        for (const day of runs) {
          account.today = day;
          expect(account.plan("new")).toEqual(account.plan("whole"));
          account.post(day, "new");
        }
      }),
      { numRuns },
    );
  });

  test("posting only on the stored next dates gives the same result as posting daily", () => {
    fc.assert(
      fc.property(arbitraryTerms(someDay), someDay, fc.integer({ min: 1, max: 45 }), (terms, from, days) => {
        const daily = createAccount({ terms, from });
        const noted = createAccount({ terms, from });
        let next: Day | null = from;
        for (let n = 0; n <= days; n += 1) {
          const day = addDays(from, n);
          daily.post(day, "new");
          if (next === null || next > day) continue;
          noted.post(day, "new");
          next = noted.plan("new").nextPostOn;
          expect(next === null || next > day).toBe(true);
        }
        expect([...noted.rows]).toEqual([...daily.rows]);
      }),
      { numRuns },
    );
  });
});
