import { Readable } from "node:stream";
import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { CardError } from "#server/integrations/cards/card-provider.ts";
import { newKey } from "#server/integrations/files/file-store.ts";
import { scanForViruses } from "#server/integrations/files/virus-scanner.ts";
import { AppError } from "#shared/errors.ts";
import type { SystemStatus } from "../contract.ts";

type Integration = SystemStatus["integrations"][number];

/** The timeout for a service that doesn't respond. */
const maxCheckMs = 3_000;

/** Checks all configured services in parallel. */
export const checkIntegrations = (ctx: SignedInCtx): Promise<Integration[]> =>
  Promise.all([
    checkIntegration("email", ctx.config.smtpUrl === undefined ? null : "smtp", () => checkMailServer(ctx)),
    checkIntegration("cards", ctx.cards?.kind ?? null, () => checkCardProvider(ctx)),
    checkIntegration("files", ctx.config.s3 === null ? "disk" : "s3", () => checkFileStorage(ctx)),
    checkIntegration("scanner", ctx.config.clamd === null ? null : "clamd", () => checkScanner(ctx)),
  ]);

/** Returns the status of a service. `check` rejects if the service isn't working. */
async function checkIntegration(
  name: Integration["name"],
  kind: string | null,
  check: () => Promise<unknown>,
): Promise<Integration> {
  if (kind === null) return { name, kind, problem: null };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No response within ${maxCheckMs / 1000} seconds.`)),
      maxCheckMs,
    );
  });
  try {
    await Promise.race([check(), timeout]);
    return { name, kind, problem: null };
  } catch (error) {
    return { name, kind, problem: (error as Error).message };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Checks the mail server by its last attempt because the portal connects only when it has an email to send.
 */
async function checkMailServer({ db }: SignedInCtx): Promise<void> {
  const { rows } = await sql<{ error: string | null }>`
    select last_error as error from emails where state = 'retrying' order by created_at limit 1`.execute(db);
  const error = rows[0]?.error;
  if (error != null) throw new Error(error);
}

/** A working provider responds that it doesn't know this payment. */
async function checkCardProvider({ cards }: SignedInCtx): Promise<void> {
  await cards?.readIntent("pi_0").catch((error: unknown) => {
    if (!(error instanceof CardError)) throw error;
  });
}

/** A working store responds that it doesn't have this file. */
async function checkFileStorage({ files }: SignedInCtx): Promise<void> {
  await files.read(newKey("txt")).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  });
}

async function checkScanner({ config: { clamd } }: SignedInCtx): Promise<void> {
  if (clamd !== null)
    await scanForViruses(
      clamd,
      Readable.from([Buffer.from("Checks whether the scanner responds")]),
      maxCheckMs,
    );
}
