import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { StartRefused } from "../start-refused.ts";
import { listen } from "./listen.ts";

test("a port that is in use is refused with a sentence", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await expect(listen(fastify(), { host: "127.0.0.1", port })).rejects.toThrow(
    new StartRefused(
      `Port ${port} is in use: please stop the program that uses it, or set PORT to another port.`,
    ),
  );
});

test("an address of another machine is refused with a sentence", async () => {
  await expect(listen(fastify(), { host: "192.0.2.1", port: 0 })).rejects.toThrow(
    new StartRefused("This machine has no address 192.0.2.1: please check HOST."),
  );
});

test.each([
  ["EACCES", "This user may not open port 80: please set PORT to 1024 or more."],
  ["EMFILE", "EMFILE"],
])("when the system answers %s", async (code, message) => {
  const refuses = { listen: () => Promise.reject(Object.assign(new Error(code), { code })) };
  await expect(listen(refuses, { host: "127.0.0.1", port: 80 })).rejects.toThrow(message);
});
