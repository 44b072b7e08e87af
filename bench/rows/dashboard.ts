import type { Row } from "../environment.ts";
import { compareTimes } from "../figures.ts";
import { sendOk } from "../load.ts";
import { people, sessionCookie } from "../seed.ts";

/** The properties in the access scope of each person, as a condition on a column `property_id`. */
const scopes = {
  admin: "true",
  landlord: ownedBy(people.landlord),
  bigLandlord: ownedBy(people.bigLandlord),
} as const;

function ownedBy(name: string): string {
  return `property_id = any(array(select l.property_id from property_landlords l join users u on u.id = l.user_id where u.username = '${name}'))`;
}

/** The exact totals of the dashboard, compared with counting the same work orders and documents. */
export const dashboard: Row = {
  name: "dashboard",
  goal: 4,
  title: "Dashboard figures against `count(*)` of the same rows",
  async measure(environment) {
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const figures = [];
    for (const [person, scope] of Object.entries(scopes)) {
      const cookie = sessionCookie(person as keyof typeof scopes);
      const { body: id } = await sendOk(floor.origin, {
        method: "POST",
        path: "/statements",
        body: [
          {
            text: `select board_column, count(*) from work_orders where deleted_at is null and ${scope} group by board_column`,
          },
          { text: `select count(*) from documents where ${scope}` },
        ],
      });
      const countBare = () => sendOk(floor.origin, { path: `/statements/${id}` });
      const readStats = () => sendOk(portal.origin, { path: "/api/dashboard/stats", cookie });
      assertSameTotals((await countBare()).body, (await readStats()).body);
      figures.push(
        await compareTimes(
          `Statistics, ${person}`,
          {
            bare: async () => (await countBare()).milliseconds,
            portal: async () => (await readStats()).milliseconds,
          },
          { must: 2, aim: 1.3, rounds: 5 },
        ),
      );
    }
    return figures;
  },
};

/** @throws Error unless both sides counted the same rows */
function assertSameTotals(bareBody: string, portalBody: string): void {
  const [orders = [], documents = []] = JSON.parse(bareBody) as Record<string, string>[][];
  const count = (column: string) =>
    Number(orders.find(({ board_column: name }) => name === column)?.count ?? 0);
  const stats = JSON.parse(portalBody) as Record<string, number>;
  const bare = [count("open"), count("in_progress"), count("completed"), Number(documents[0]?.count)];
  const shown = [stats.openWorkOrders, stats.inProgressOrders, stats.completedOrders, stats.documents];
  if (bare.join() !== shown.join())
    throw new Error(`The dashboard shows ${shown.join()}, but the rows are ${bare.join()}.`);
}
