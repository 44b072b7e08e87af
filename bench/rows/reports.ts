import type pg from "pg";
import type { Row } from "../environment.ts";
import { compareTimes, type Figure } from "../figures.ts";
import { sendOk } from "../load.ts";
import { addClones, toCookie } from "../seed.ts";
import { openRecorder } from "../statements.ts";

const leaseCount = 500;

/** The rent roll of a landlord with 500 leases as a file, compared with the statements that read its rows. */
export const reports: Row = {
  name: "reports",
  goal: 18,
  title: "The rent roll of 500 leases as PDF and XLSX against reading the same rows",
  async measure(environment) {
    const cookie = toCookie(await addLandlord(await environment.client()));
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const recorder = await openRecorder(await environment.databaseUrl());
    const recorded = await recorder.record(cookie, "/api/reports/rent-roll/document");
    await recorder.stop();
    const { body: id } = await sendOk(floor.origin, {
      method: "POST",
      path: "/statements",
      body: recorded?.statements,
    });
    const readRows = () => sendOk(floor.origin, { path: `/statements/${id}` });
    const figures: Figure[] = [];
    for (const [format, goal] of [
      ["xlsx", { must: 10, aim: 5 }],
      ["pdf", { must: 40, aim: 20 }],
    ] as const) {
      const request = { path: `/api/reports/rent-roll/file?format=${format}`, cookie };
      figures.push(
        await compareTimes(
          `Rent roll of ${leaseCount} leases, ${format.toUpperCase()}`,
          {
            bare: async () => (await readRows()).milliseconds,
            portal: async () => (await sendOk(portal.origin, request)).milliseconds,
          },
          goal,
        ),
      );
    }
    return figures;
  },
};

/** Adds a landlord who owns as many properties as it takes for 500 leases. Returns the username. */
async function addLandlord(client: pg.Client): Promise<string> {
  const [username = ""] = await addClones(client, "landlord", 1);
  await client.query(
    "delete from property_landlords l using users u where u.id = l.user_id and username = $1",
    [username],
  );
  await client.query(
    `insert into property_landlords (property_id, user_id)
     select property_id, u.id from users u, (
       select property_id, sum(count(*)) over (order by property_id) - count(*) as leases_before
       from leases group by property_id
     ) properties
     where username = $1 and leases_before < $2`,
    [username, leaseCount],
  );
  return username;
}
