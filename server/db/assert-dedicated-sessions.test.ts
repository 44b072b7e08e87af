import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, inject, test } from "vitest";
import { assertDedicatedSessions } from "./assert-dedicated-sessions.ts";

const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) =>
  Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
/** A message of PostgreSQL's protocol. */
const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};
const ready = message("Z", Buffer.from("I"));
const signedIn = Buffer.concat([message("R", int32(0)), ready]);
const integer = Buffer.concat([int32(23), int16(4), int32(-1), int16(0)]);
const processId = (pid: string) =>
  Buffer.concat([
    message("T", int16(1), Buffer.from("pid\0"), int32(0), int16(0), integer),
    message("D", int16(1), int32(pid.length), Buffer.from(pid)),
    message("C", Buffer.from("SELECT 1\0")),
    ready,
  ]);

test("a pooler is rejected if it serves two connections from the same database process", async () => {
  const pooler = createServer((socket) => {
    socket.once("data", () => {
      socket.write(signedIn);
      socket.on("data", (data) => {
        if (data.toString("latin1").startsWith("Q")) socket.write(processId("4711"));
      });
    });
    socket.on("end", () => socket.end());
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const { port } = pooler.address() as AddressInfo;
  await expect(
    assertDedicatedSessions({ host: "127.0.0.1", port, user: "app", database: "portal" }),
  ).rejects.toThrow("DATABASE_URL points to a transaction- or statement-mode pooler.");
  pooler.close();
});

test("direct connections each have their own database process", async () => {
  await expect(
    assertDedicatedSessions({ ...inject("databaseConnection"), database: "postgres" }),
  ).resolves.toBeUndefined();
});
