import type pg from "pg";
import { withClient } from "../database.ts";
import { median } from "../figures.ts";
import { expectSuccess, openLine } from "../load.ts";
import type { Figure, Row } from "../setting.ts";

const rounds = 200;
const calls = ["Asking for a mail", "A wrong code"] as const;
const kinds = ["known", "unknown"] as const;
type Call = (typeof calls)[number];
type Kind = (typeof kinds)[number];

/** Whether it shows in the time an answer takes that nobody has an address: both kinds in turn. */
export const signInByMail: Row = {
  name: "sign-in-by-mail",
  title: "Resetting a password for a known and for an unknown address",
  async measure(setting) {
    const { origin } = await setting.small();
    const taken = await withClient(await setting.smallUrl(), (client) => ask(origin, client));
    const figures = calls.map((call): Figure => {
      const [known, unknown] = kinds.map((kind) => median(taken[call][kind])) as [number, number];
      const ratio = unknown / known;
      console.log(`  ${call}: ${ratio.toFixed(2)}`);
      return {
        what: `${call}, unknown against known (medians of ${rounds})`,
        must: "0.8 to 1.25",
        aim: "1.0",
        now: `${ratio.toFixed(2)} (${unknown.toFixed(1)} / ${known.toFixed(1)} ms)`,
        reached: ratio >= 0.8 && ratio <= 1.25,
      };
    });
    return { figures };
  },
};

async function ask(origin: string, client: pg.Client): Promise<Record<Call, Record<Kind, number[]>>> {
  const { rows: people } = await client.query<{ email: string }>(
    "select email from users order by id limit $1",
    [rounds],
  );
  const line = await openLine(origin);
  const taken: Record<Call, Record<Kind, number[]>> = {
    "Asking for a mail": { known: [], unknown: [] },
    "A wrong code": { known: [], unknown: [] },
  };
  for (let round = -5; round < rounds; round += 1) {
    // All of them come from one network, and may be fewer than there are rounds.
    await client.query("delete from limit_counts");
    for (const kind of kinds) {
      const known = people[Math.abs(round) % people.length]?.email;
      const email = kind === "known" ? known : `nobody${round}@bench.example`;
      const asked = expectSuccess(
        await line.ask({ method: "POST", path: "/api/forgot-password", body: { email, resetType: "otp" } }),
      );
      const { userId } = JSON.parse(asked.body) as { userId: string };
      const tried = await line.ask({
        method: "POST",
        path: "/api/verify-otp",
        body: { userId, otpCode: "000000" },
      });
      // The first few warm up.
      if (round < 0) continue;
      taken["Asking for a mail"][kind].push(asked.milliseconds);
      taken["A wrong code"][kind].push(tried.milliseconds);
    }
  }
  line.close();
  return taken;
}
