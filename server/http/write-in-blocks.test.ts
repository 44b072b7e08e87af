import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { blocksMax, writeInBlocks } from "./write-in-blocks.ts";

const { fileSystem } = vi.hoisted(() => ({
  fileSystem: { refuses: "nothing" as "nothing" | "to open" | "to write" },
}));
vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>();
  return {
    ...fs,
    open: async (place: string, flags: number | string) => {
      const cannot = Object.assign(new Error("Invalid argument"), { code: "EINVAL" });
      const isDirect = Number(flags) & constants.O_DIRECT;
      if (isDirect && fileSystem.refuses === "to open") throw cannot;
      const file = await fs.open(place, flags);
      if (isDirect && fileSystem.refuses === "to write") file.writeFile = () => Promise.reject(cannot);
      return file;
    },
  };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-blocks-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  fileSystem.refuses = "nothing";
});

/** In parts as a socket gives them, of a length that no block is a multiple of. */
function* inParts(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_521) yield content.subarray(at, at + 65_521);
}

async function expectWritten(length: number): Promise<void> {
  const place = path.join(folder, String(length));
  const content = randomBytes(length);
  const sha256 = await writeInBlocks(Readable.from(inParts(content)), place);
  expect(sha256).toEqual(createHash("sha256").update(content).digest());
  expect(content.equals(await readFile(place))).toBe(true);
}

const block = 384 * 1024;
const lengths = [0, 1, 4095, 4096, 4097, block - 1, block, block + 1, 3 * block + 77];

describe("a file that is written in blocks", () => {
  test.each(lengths)("of %i bytes is what came, with its hash", expectWritten);

  describe.each(["to open", "to write"] as const)(
    "where the file system refuses %s it past its memory",
    (refuses) => {
      test.each(lengths)("of %i bytes is that too", async (length) => {
        fileSystem.refuses = refuses;
        await expectWritten(length);
      });
    },
  );

  test("as many as are received at once are right, and those after them", async () => {
    await Promise.all(Array.from({ length: blocksMax }, (_, index) => expectWritten(block + 1000 + index)));
    await Promise.all(Array.from({ length: blocksMax }, (_, index) => expectWritten(2 * block - index)));
  });

  test("one that breaks off leaves its block to the next", async () => {
    const breaksOff = async function* () {
      yield randomBytes(block + 5);
      throw new Error("The connection was lost.");
    };
    for (let time = 0; time <= blocksMax; time += 1)
      await expect(writeInBlocks(Readable.from(breaksOff()), path.join(folder, "broken"))).rejects.toThrow(
        "The connection was lost.",
      );
    await expectWritten(block + 5);
  });
});
