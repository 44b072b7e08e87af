import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { median } from "../figures.ts";
import { expectSuccess, openLine } from "../load.ts";
import { type Running, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

const rounds = 200;
const moods = ["well", "silent"] as const;
type Mood = (typeof moods)[number];

/** Whether it shows in a request that queues a mail that the mail server takes mails and never says so. */
export const mail: Row = {
  name: "mail",
  title: "Inviting somebody by mail while the mail server hangs, against while it is well",
  async measure(setting) {
    const server = await setting.databaseServer();
    const servers: MailServer[] = [];
    const portals: Running[] = [];
    const start = async (mood: Mood) => {
      const mails = await startMailServer();
      servers.push(mails);
      mails.mood = mood;
      const url = await createSeeded(server, databaseOf(mood), 1_000);
      const portal = await startPortal(url, { SMTP_URL: mails.url });
      portals.push(portal);
      return { url, line: await openLine(portal.origin) };
    };
    try {
      const sides = { well: await start("well"), silent: await start("silent") };
      const taken: Record<Mood, number[]> = { well: [], silent: [] };
      const invite = async (mood: Mood, round: number) => {
        const { url, line } = sides[mood];
        // All of them come from one network.
        await withClient(url, (client) => client.query("delete from limit_counts"));
        const { milliseconds } = expectSuccess(
          await line.ask({
            method: "POST",
            path: "/api/invitations",
            cookie: sessionCookie(people.admin),
            body: { email: `guest${round}@bench.example`, role: "landlord" },
          }),
        );
        // The first few warm up.
        if (round >= 0) taken[mood].push(milliseconds);
      };
      for (let round = -10; round < rounds; round += 1) for (const mood of moods) await invite(mood, round);
      for (const { line } of Object.values(sides)) line.close();
      const waiting = await withClient(sides.silent.url, (client) =>
        client.query<{ mails: number }>("select count(*)::integer as mails from mails where state <> 'sent'"),
      );
      const [well, silent] = moods.map((mood) => median(taken[mood])) as [number, number];
      const ratio = silent / well;
      return {
        figures: [
          {
            what: `Time of an answer (medians of ${rounds}), while ${waiting.rows[0]?.mails} mails wait`,
            must: "1.25",
            aim: "1.1",
            now: `${ratio.toFixed(2)} (${silent.toFixed(1)} / ${well.toFixed(1)} ms)`,
            reached: ratio <= 1.25,
          },
        ],
      };
    } finally {
      for (const portal of portals) await portal.stop();
      for (const one of servers) await one.close();
      for (const mood of moods) await dropDatabase(server, databaseOf(mood));
    }
  },
};

const databaseOf = (mood: Mood) => `bench_mail_${mood}`;
