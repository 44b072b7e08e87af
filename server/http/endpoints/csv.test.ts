import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "csv-parse/sync";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedInCtx } from "#server/http/context.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { type CsvTable, rowsFromArray, sendCsv } from "./csv.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Starts a server with `table` as its only response. */
function serve<Row>(table: CsvTable<Row>): FastifyInstance {
  const app = Fastify();
  app.get("/table", async (_, reply) => {
    // The part of a context that sendCsv uses.
    const ctx = {
      ...portal.services,
      now: portal.clock.now,
      actor: null,
      networkAddress: "",
      requestId: "",
    } as unknown as SignedInCtx;
    await sendCsv(ctx, { reply, query: {} }, table);
    return reply;
  });
  return app;
}

const fetchBody = async <Row>(table: CsvTable<Row>) => (await serve(table).inject("/table")).body;
const oneRow = (value: string | number | Date | boolean | null): CsvTable<string> => ({
  name: "one",
  columns: { Value: () => value },
  rows: rowsFromArray(["row"]),
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30 1234", "'+49 30 1234"],
  ["-2 rooms", "'-2 rooms"],
  ["-1000.00", "-1000.00"],
  ["-7", "-7"],
  ["-1+2", "'-1+2"],
  ["-1.5e3", "'-1.5e3"],
  ["@home", "'@home"],
  ["\tTab", "'\tTab"],
  ["\rReturn", "'\rReturn"],
  ["Stranger\n=1+cmd|'/C calc'!A0", "Stranger\n=1+cmd|'/C calc'!A0"],
  ["Stranger\r=1+1", "Stranger\r=1+1"],
  ["\n=1+1", "'\n=1+1"],
  ["－1", "'－1"],
  [-12.5, "-12.5"],
  [0, "0"],
  [null, ""],
  [true, "yes"],
  [false, "no"],
  ["Suite 1-2", "Suite 1-2"],
  ["Suite 1; 2", "Suite 1; 2"],
  ["a;=1+1", "a;'=1+1"],
  ["a;+1;-1;@b", "a;'+1;'-1;'@b"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ["a\t=1+1", "a\t'=1+1"],
  ['say "hi", twice', 'say "hi", twice'],
  [new Date("2026-03-04T05:06:07.890Z"), "2026-03-04 05:06:07"],
])("the value %j becomes the CSV cell %j", async (value, expected) => {
  expect(parse(await fetchBody(oneRow(value)), { bom: true })).toEqual([["Value"], [expected]]);
});

test.each(["\n", "\r", "\r\n"])(
  "in a CSV file, a line break %j doesn't start a row because its field is quoted",
  async (lineBreak) => {
    expect(await fetchBody(oneRow(`Stranger${lineBreak}=1+1`))).toBe(
      `\uFEFFValue\r\n"Stranger${lineBreak}=1+1"\r\n`,
    );
  },
);

test("an empty list is exported as only the header row", async () => {
  const empty = { name: "none", columns: { "First name": () => "", Age: () => 1 }, rows: rowsFromArray([]) };
  expect(await fetchBody(empty)).toBe("\uFEFFFirst name,Age\r\n");
});

test("a list whose first part can't be read returns an error, not a truncated file", async () => {
  const broken: CsvTable<string> = {
    ...oneRow(1),
    // oxlint-disable-next-line require-yield -- fails before the first row
    async *rows() {
      throw new Error("gone");
    },
  };
  expect((await serve(broken).inject("/table")).statusCode).toBe(500);
});

test("reading an endless list stops shortly after the client disconnects", async () => {
  let parts = 0;
  const endless: CsvTable<number> = {
    name: "endless",
    columns: { Number: (row) => row, Words: () => "x".repeat(500) },
    async *rows() {
      for (;;) {
        parts += 1;
        yield Array.from({ length: 1_000 }, (_, index) => index);
      }
    },
  };
  const app = serve(endless);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socketClosed = new Promise((resolve) => {
    app.server.once("connection", (socket) => socket.once("close", resolve));
  });
  const pendingRequest = request({ port, host: "127.0.0.1", path: "/table" }).end();
  const [response] = await once(pendingRequest, "response");
  await once(response, "readable");
  response.destroy();
  await socketClosed;
  // Closing waits for the response's stream, which ends only when the reading does.
  await app.close();
  expect(parts).toBeGreaterThan(0);
  expect(parts).toBeLessThan(100);
});
