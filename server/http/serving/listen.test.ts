import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { StartupError } from "#server/startup-error.ts";
import { listen } from "./listen.ts";

test("listening on a port in use fails with a message", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await expect(listen(fastify(), { host: "127.0.0.1", port })).rejects.toThrow(
    new StartupError(`Port ${port} is in use. Stop the program using it, or set PORT to another port.`),
  );
});

test("listening on another machine's address fails with a message", async () => {
  await expect(listen(fastify(), { host: "192.0.2.1", port: 0 })).rejects.toThrow(
    new StartupError("The address 192.0.2.1 isn't available on this machine. Check HOST."),
  );
});

test.each([
  ["EACCES", "You don't have permission to use port 80. Set PORT to 1024 or higher."],
  ["EMFILE", "EMFILE"],
])("the message about a port that can't be used includes the system error %s", async (code, message) => {
  const failing = { listen: () => Promise.reject(Object.assign(new Error(code), { code })) };
  await expect(listen(failing, { host: "127.0.0.1", port: 80 })).rejects.toThrow(message);
});
