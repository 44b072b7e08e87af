import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeScanner, startFakeScanner, testVirus } from "#test/fakes/fake-clamd.ts";
import { scanForViruses } from "./virus-scanner.ts";

let scanner: FakeScanner;
beforeAll(async () => {
  scanner = await startFakeScanner();
});
afterAll(() => scanner.close());

const scan = (content: Buffer, silentMs?: number) =>
  scanForViruses({ host: "127.0.0.1", port: scanner.port }, Readable.from([content]), silentMs);

describe("scanForViruses", () => {
  test("scanForViruses sends the unchanged file in chunks and reports it as clean", async () => {
    const content = Buffer.alloc(1_000_000, "a document of the building ");
    expect(await scan(content)).toEqual({ isClean: true });
    expect(scanner.received.at(-1)?.equals(content)).toBe(true);
  });

  test("scanForViruses returns the name of a detected virus", async () => {
    expect(await scan(Buffer.from(`... ${testVirus} ...`))).toEqual({
      isClean: false,
      virus: "Tests.Harmless",
    });
  });

  test.each([
    ["limited", /rejects files of this size. Its StreamMaxLength/],
    ["failing", /responded "stream: Can't allocate memory ERROR"/],
    ["disconnecting", /hung up|ECONNRESET|EPIPE/],
    ["unresponsive", /respond in time/],
  ] as const)(
    "scanForViruses throws if the scanner is %s and never reports the file as clean",
    async (behavior, message) => {
      scanner.behavior = behavior;
      await expect(scan(Buffer.alloc(300_000), 500)).rejects.toThrow(message);
      scanner.behavior = "normal";
    },
  );

  test("scanForViruses closes the file and throws if the scanner is unreachable", async () => {
    const away = await startFakeScanner();
    await away.close();
    const content = Readable.from([Buffer.from("a")]);
    await expect(scanForViruses({ host: "127.0.0.1", port: away.port }, content)).rejects.toThrow(
      "ECONNREFUSED",
    );
    expect(content.destroyed).toBe(true);
  });

  test("scanForViruses throws for a file that can't be read completely instead of reporting it as clean", async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push(Buffer.from("the first half"));
    const verdict = scanForViruses({ host: "127.0.0.1", port: scanner.port }, broken);
    broken.destroy(new Error("The storage failed."));
    await expect(verdict).rejects.toThrow("The storage failed.");
  });

  test("scanForViruses supports a Unix socket", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-scanner-"));
    const at = path.join(folder, "clamd.sock");
    const server = createServer((socket) => void socket.once("data", () => socket.end("stream: OK\0")));
    await new Promise<void>((resolve) => server.listen(at, resolve));
    expect(await scanForViruses({ path: at }, Readable.from([Buffer.from("a")]))).toEqual({ isClean: true });
    server.close();
    await rm(folder, { recursive: true });
  });
});
