import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScannerStandIn, startScanner, testVirus } from "#test/clamd-stand-in.ts";
import { scanForViruses } from "./virus-scanner.ts";

let scanner: ScannerStandIn;
beforeAll(async () => {
  scanner = await startScanner();
});
afterAll(() => scanner.close());

const scan = (content: Buffer, silentMs?: number) =>
  scanForViruses({ host: "127.0.0.1", port: scanner.port }, Readable.from([content]), silentMs);

describe("the virus scanner", () => {
  test("receives the unchanged file in chunks and reports it as clean", async () => {
    const content = Buffer.alloc(1_000_000, "a document of the building ");
    expect(await scan(content)).toEqual({ isClean: true });
    expect(scanner.received.at(-1)?.equals(content)).toBe(true);
  });

  test("names the virus it found", async () => {
    expect(await scan(Buffer.from(`... ${testVirus} ...`))).toEqual({
      isClean: false,
      virus: "Tests.Harmless",
    });
  });

  test.each([
    ["small", /refuses files of this size: its StreamMaxLength/],
    ["confused", /responded "stream: Can't allocate memory ERROR"/],
    ["rude", /hung up|ECONNRESET|EPIPE/],
    ["deaf", /said nothing for too long/],
  ] as const)("in the mood %s is an error, never a clean file", async (mood, message) => {
    scanner.mood = mood;
    await expect(scan(Buffer.alloc(300_000), 500)).rejects.toThrow(message);
    scanner.mood = "well";
  });

  test("that is unreachable is an error, and the file is closed", async () => {
    const away = await startScanner();
    await away.close();
    const content = Readable.from([Buffer.from("a")]);
    await expect(scanForViruses({ host: "127.0.0.1", port: away.port }, content)).rejects.toThrow(
      "ECONNREFUSED",
    );
    expect(content.destroyed).toBe(true);
  });

  test("a file that cannot be read to its end is an error, not a clean file", async () => {
    const broken = new Readable({ read: () => undefined });
    broken.push(Buffer.from("the first half"));
    const verdict = scanForViruses({ host: "127.0.0.1", port: scanner.port }, broken);
    broken.destroy(new Error("The storage went away."));
    await expect(verdict).rejects.toThrow("The storage went away.");
  });

  test("may listen on a Unix socket", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-scanner-"));
    const at = path.join(folder, "clamd.sock");
    const server = createServer((socket) => void socket.once("data", () => socket.end("stream: OK\0")));
    await new Promise<void>((resolve) => server.listen(at, resolve));
    expect(await scanForViruses({ path: at }, Readable.from([Buffer.from("a")]))).toEqual({ isClean: true });
    server.close();
    await rm(folder, { recursive: true });
  });
});
