import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { FileImport } from "#domains/imports/contract.ts";
import { multipart } from "#test/form.ts";
import type { Row } from "../environment.ts";
import { compareTimes, timed } from "../figures.ts";
import { sendOk } from "../load.ts";
import { sessionCookie } from "../seed.ts";

const rowCount = 50_000;
const cookie = sessionCookie("admin");

/** A CSV file of units, from the upload to the last row in the database, compared with inserting its rows. */
export const imports: Row = {
  name: "imports",
  goal: 19,
  title: "An import of 50,000 units against one statement that inserts them",
  async measure(environment) {
    const { origin } = await environment.portal();
    const client = await environment.client();
    let imported = 0;
    return [
      await compareTimes(
        `${rowCount.toLocaleString("en-US")} units, checked and imported`,
        {
          bare: () => timed(() => insertUnits(client)),
          portal: () => timed(() => importUnits(origin, ++imported)),
        },
        { must: 20, aim: 10, warmUp: false },
      ),
    ];
  },
};

async function importUnits(origin: string, run: number): Promise<void> {
  const rows = Array.from(
    { length: rowCount },
    (_, index) => `Building ${1 + (index % 400)},${run}-${index},office,2,"1,310",1200.50\n`,
  );
  const content = Buffer.from(`Property,Unit number,Type,Floor,Rentable area (sq ft),Rent\n${rows.join("")}`);
  const form = multipart({ kind: "units" }, [
    { name: "file", fileName: "units.csv", type: "text/csv", content },
  ]);
  const read = async (request: Parameters<typeof sendOk>[1]) =>
    JSON.parse((await sendOk(origin, { ...request, cookie })).body) as FileImport;
  const { id, badRows } = await read({ method: "POST", path: "/api/imports", ...form });
  if (badRows > 0) throw new Error(`${badRows} rows of the import have errors.`);
  await read({ method: "POST", path: `/api/imports/${id}/run` });
  for (let { state } = await read({ path: `/api/imports/${id}` }); state !== "done"; ) {
    await pause(50);
    ({ state } = await read({ path: `/api/imports/${id}` }));
  }
}

/** Inserts the same number of units at the same properties. */
async function insertUnits(client: pg.Client): Promise<void> {
  await client.query(
    `insert into units (property_id, unit_number, type, floor, rentable_sqft, rent_cents)
     select 1 + i % 400, 'bare-' || nextval(pg_get_serial_sequence('units', 'id')), 'office', '2', 1310, 120050
     from generate_series(0, $1 - 1) i`,
    [rowCount],
  );
}
