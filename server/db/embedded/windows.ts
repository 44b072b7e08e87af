import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { StartRefused } from "../../start-refused.ts";
import { createDatabase } from "./create-database.ts";
import { findNative } from "./find-native.ts";
import type { ServerSettings } from "./launch.ts";
import { claim } from "./owner.ts";
import { majorVersion } from "./site.ts";
import type { EmbeddedDatabase, EmbeddedOptions } from "./start.ts";

/**
 * The server on Windows, which has neither signals nor a shell: it listens on a port of this machine only, behind a
 * random password, and `pg_ctl` starts and stops it. It is not started again by itself, and after a crash of the
 * portal it runs on until the next start, which stops it.
 */
export async function startOnWindows(
  options: EmbeddedOptions & ServerSettings & { databaseName: string },
): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, "postgres");
  mkdirSync(home, { recursive: true });
  const programs = join(options.nativeDir ?? findNative(), "bin");
  const pgData = join(home, majorVersion);
  const passwordFile = join(home, "password");
  const release = claim({ dataDir, ownerFile: join(home, "owner.json") });
  const control = (...args: string[]) => run(join(programs, "pg_ctl.exe"), [...args, "-D", pgData]);
  const isRunning = () => existsSync(pgData) && control("status").ok;
  const stop = () => Promise.resolve(void (isRunning() && control("stop", "-m", "fast"))).finally(release);
  try {
    if (isRunning()) control("stop", "-m", "fast");
    if (!existsSync(join(pgData, "PG_VERSION"))) initialise({ programs, pgData, passwordFile });
    const port = await freePort();
    const flags = [
      `-h 127.0.0.1 -p ${port} -c max_connections=${options.maxConnections}`,
      `-c shared_buffers=${options.sharedBuffers} -c timezone=UTC -c fsync=${options.fsync ? "on" : "off"}`,
    ].join(" ");
    const started = control("start", "-w", "-l", join(home, "server.log"), "-o", flags);
    if (!started.ok) throw new StartRefused(`The database server did not start: ${started.output}`);
    const connection = {
      host: "127.0.0.1",
      port,
      user: "app",
      password: readFileSync(passwordFile, "utf8"),
      database: options.databaseName,
      ssl: false as const,
    };
    await createDatabase(connection);
    return { connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function initialise(files: { programs: string; pgData: string; passwordFile: string }): void {
  const draft = `${files.pgData}.init-${randomBytes(6).toString("hex")}`;
  writeFileSync(files.passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const flags = [
    ["-D", draft, "-U", "app", "--auth=scram-sha-256", `--pwfile=${files.passwordFile}`, "--encoding=UTF8"],
    ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--lc-collate=C", "--lc-ctype=C"],
  ].flat();
  const { ok, output } = run(join(files.programs, "initdb.exe"), flags);
  if (!ok) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartRefused(`The database could not be set up: ${output}`);
  }
  renameSync(draft, files.pgData);
}

function run(program: string, args: string[]): { ok: boolean; output: string } {
  // The server inherits the output of pg_ctl start, so it must not be a pipe that is waited for.
  const stdio = args[0] === "start" ? "ignore" : "pipe";
  const result = spawnSync(program, args, { encoding: "utf8", stdio, windowsHide: true });
  return { ok: result.status === 0, output: result.error?.message ?? result.stderr ?? "" };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
