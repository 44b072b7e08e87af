import { once } from "node:events";
import { addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { inTurn } from "../figures.ts";
import { startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";
import { addLeases, centsOfALease, startPosting } from "./posting.ts";

const databaseName = "bench_ledger";
const rounds = 40;
const callsARound = 10;
const monthsOfTheOld = 120;

/** What is owed, and statements: of a lease in its 120th month, and of one in its first, both paid month by month. */
export const ledger: Row = {
  name: "ledger",
  title: "The ledger of a lease of 120 months against one in its first month",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, databaseName, 1_000);
    const today = new Date().toISOString().slice(0, 10);
    const thisMonth = monthStart(today);
    const firstMonth = addMonths(thisMonth, 1 - monthsOfTheOld);
    try {
      const [old, young] = await withClient(url, async (client) => {
        // Many leases, so that neither is read from a table that is as good as empty.
        const olds = await addLeases(client, { count: 60, from: firstMonth });
        const youngs = await addLeases(client, { count: 2_000, from: thisMonth });
        const posting = startPosting(url, today);
        await once(posting, "exit");
        return [olds[7], youngs[7]];
      });
      const portal = await startPortal(url);
      try {
        const cookie = sessionCookie(people.admin);
        const pay = async (leaseId: number | undefined, onDay: Day) => {
          const answer = await fetch(`${portal.origin}/api/leases/${leaseId}/payments`, {
            method: "POST",
            headers: { cookie, origin: portal.origin, "content-type": "application/json" },
            body: JSON.stringify({ amountCents: centsOfALease, onDay, method: "check" }),
          });
          if (answer.status !== 201) throw new Error(`A payment was answered ${await answer.text()}`);
        };
        for (let month = firstMonth; month <= thisMonth; month = addMonths(month, 1)) await pay(old, month);
        await pay(young, thisMonth);
        await withClient(url, (client) => client.query("vacuum analyze"));
        const timeOf = (path: string) => async () => {
          const startedAt = performance.now();
          for (let n = 0; n < callsARound; n += 1) {
            const answer = await fetch(`${portal.origin}${path}`, { headers: { cookie } });
            if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
            await answer.arrayBuffer();
          }
          return (performance.now() - startedAt) / callsARound;
        };
        const month = `from=${thisMonth}&to=${monthEnd(thisMonth)}`;
        const figures = [];
        for (const [what, pathOf] of [
          ["What is owed", (id) => `/api/leases/${id}/account`],
          ["The statement of this month", (id) => `/api/leases/${id}/statement?${month}`],
          ["The statement of a year, 48 entries against 4", (id) => `/api/leases/${id}/statement`],
          ["The newest entries", (id) => `/api/leases/${id}/ledger?limit=4`],
        ] satisfies [string, (id: number | undefined) => string][]) {
          const taken = await inTurn(rounds, { old: timeOf(pathOf(old)), young: timeOf(pathOf(young)) });
          const ratio = taken.old / taken.young;
          figures.push({
            what,
            must: "2",
            aim: "1.2",
            now: `${ratio.toFixed(2)} (${taken.old.toFixed(1)} ms against ${taken.young.toFixed(1)} ms)`,
            reached: ratio <= 2,
          });
        }
        return { figures };
      } finally {
        await portal.stop();
      }
    } finally {
      await dropDatabase(server, databaseName);
    }
  },
};
