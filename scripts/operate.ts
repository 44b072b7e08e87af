import type pg from "pg";
import { BackupError, type OnProgress } from "#server/backup/manifest.ts";
import { type Config, readConfig } from "#server/config.ts";
import { type Connection, openPool } from "#server/db/database.ts";
import { ensureReachable } from "#server/db/find-database.ts";
import { StartupError } from "#server/startup-error.ts";

/** Operator commands print warnings only. */
export const log = { info() {}, warn: console.warn, error: console.error };

/**
 * Runs a command. An expected failure prints one message. The exit code is 1 unless the command returns true.
 */
export async function runOperatorCommand(
  command: (config: Config, file: string | undefined) => Promise<boolean>,
) {
  process.exitCode = 1;
  try {
    const config = readConfig(process.env);
    await ensureReachable(config);
    if (await command(config, process.argv[2])) process.exitCode = 0;
  } catch (error) {
    const isExpected = error instanceof BackupError || error instanceof StartupError;
    console.error(isExpected ? error.message : error);
  }
}

/** Opens a pool for long work, without the time limits of requests. */
export const openPoolWithoutTimeouts = (connection: Connection): pg.Pool =>
  openPool({ ...connection, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }, log);

const barWidth = 30;
const redrawIntervalMs = 100;

/** Shows a progress bar on a terminal, or else prints a line for each tenth. */
export function showProgress(label: string): OnProgress {
  let drawnAt = 0;
  let tenths = 0;
  return (fraction, step) => {
    const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
    if (process.stdout.isTTY) {
      if (Date.now() - drawnAt < redrawIntervalMs && fraction < 1) return;
      drawnAt = Date.now();
      const bar = "#".repeat(Math.floor(fraction * barWidth)).padEnd(barWidth, "-");
      process.stdout.write(`\r\u001b[K${label} [${bar}] ${percent}  ${step}${fraction < 1 ? "" : "\n"}`);
    } else if (Math.floor(fraction * 10) > tenths) {
      tenths = Math.floor(fraction * 10);
      console.log(`${label} ${percent}  ${step}`);
    }
  };
}
