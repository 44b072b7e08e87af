import { once } from "node:events";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { inTurn } from "../figures.ts";
import { startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";
import { addLeases, startPosting } from "./posting.ts";

const databaseName = "bench_ledger";
const rounds = 40;
const callsARound = 10;

/** What is owed, and the statement of a month: of a lease of 120 months, and of one in its first. */
export const ledger: Row = {
  name: "ledger",
  title: "The ledger of a lease of 120 months against one in its first month",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, databaseName, 1_000);
    try {
      const [old, young] = await withClient(url, async (client) => {
        // Many leases, so that neither is read from a table that is as good as empty.
        const olds = await addLeases(client, { count: 60, from: "2017-06-01" });
        const youngs = await addLeases(client, { count: 2_000, from: "2027-05-01" });
        const posting = startPosting(url, "2027-05-20");
        await once(posting, "exit");
        await client.query("vacuum analyze");
        return [olds[7], youngs[7]];
      });
      const portal = await startPortal(url);
      try {
        const timeOf = (path: string) => async () => {
          const startedAt = performance.now();
          for (let n = 0; n < callsARound; n += 1) {
            const answer = await fetch(`${portal.origin}${path}`, {
              headers: { cookie: sessionCookie(people.admin) },
            });
            if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
            await answer.arrayBuffer();
          }
          return (performance.now() - startedAt) / callsARound;
        };
        const figures = [];
        for (const [what, pathOf] of [
          ["What is owed", (id) => `/api/leases/${id}/account`],
          [
            "The statement of the last month",
            (id) => `/api/leases/${id}/ledger?from=2027-04-21&to=2027-05-20`,
          ],
          ["The newest entries", (id) => `/api/leases/${id}/ledger?limit=3`],
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
