import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

let folder: string;
let started: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-alone-"));
  await mkdir(path.join(folder, "scripts"));
  await copyFile(path.join(projectRoot, "scripts/run-alone.mjs"), path.join(folder, "scripts/run-alone.mjs"));
  // Stands in for `npm ci`: records its process id, and ends when the file `done` exists.
  await writeFile(
    path.join(folder, "install.mjs"),
    `import { appendFileSync, existsSync } from "node:fs";
    appendFileSync("installing", process.pid + "\\n");
    setInterval(() => existsSync("done") && process.exit(), 20);`,
  );
  await writeFile(
    path.join(folder, "start.mjs"),
    `import { existsSync } from "node:fs";
    import { runAlone } from "./scripts/run-alone.mjs";
    const isOk = await runAlone({
      name: "installing packages",
      announcement: "Installing packages.",
      isDone: () => existsSync("done"),
      command: [process.execPath, "install.mjs"],
      stdout: "ignore",
    });
    console.log(isOk ? "Started." : "Failed.");`,
  );
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  started = [];
  await rm(folder, { recursive: true, force: true });
});

function start() {
  const child = spawn(process.execPath, ["start.mjs"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, exit: once(child, "exit"), readOutput: () => output };
}
const readInstallers = () =>
  existsSync(path.join(folder, "installing"))
    ? readFileSync(path.join(folder, "installing"), "utf8").trim().split("\n").map(Number)
    : [];
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const patient = { timeout: 20_000 };

test("a second start in the same folder says what it's waiting for and doesn't install again", async () => {
  const first = start();
  await expect.poll(readInstallers, patient).toHaveLength(1);
  const second = start();
  await expect
    .poll(second.readOutput, patient)
    .toContain(`Waiting for process ${first.child.pid}, which is installing packages in this folder.`);
  await writeFile(path.join(folder, "done"), "");
  await Promise.all([first.exit, second.exit]);
  expect(first.readOutput()).toBe("Installing packages.\nStarted.\n");
  expect(second.readOutput()).toMatch(/^Waiting .+\nStarted\.\n$/);
  expect(readInstallers()).toHaveLength(1);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "after %s, no installation is left running, and the next start installs again",
  async (signal) => {
    const first = start();
    await expect.poll(readInstallers, patient).toHaveLength(1);
    first.child.kill(signal);
    await first.exit;
    await expect.poll(() => isRunning(readInstallers()[0] as number), patient).toBe(false);
    const second = start();
    await expect.poll(readInstallers, patient).toHaveLength(2);
    await writeFile(path.join(folder, "done"), "");
    await second.exit;
    expect(second.readOutput()).toContain("Installing packages.\nStarted.\n");
  },
);
