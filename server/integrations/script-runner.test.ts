import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScriptRunner } from "./script-runner.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-scripts-"));
});
afterAll(() => rm(folder, { recursive: true }));

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("after an idle script process is killed, the next task starts a new one", async () => {
  const script = path.join(folder, "script.mjs");
  await writeFile(script, 'process.on("message", () => process.send({ pid: process.pid }));');
  const runTask = createScriptRunner<object, { pid: number }>(script, "process");
  const limits = { sender: "test", timeoutMs: 10_000 };
  const { pid } = await runTask({}, limits);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect((await runTask({}, limits)).pid).not.toBe(pid);
});

test("a task that takes too long is aborted in time, even after a garbage collection", async () => {
  const script = path.join(folder, "silent.mjs");
  await writeFile(script, 'process.on("message", () => undefined);');
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const answer = createScriptRunner(script, "process")({}, { sender: "test", timeoutMs: 500 });
  await new Promise(setImmediate);
  collectGarbage();
  await expect(answer).rejects.toThrow("aborted");
});
