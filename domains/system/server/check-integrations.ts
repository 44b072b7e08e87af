import { Readable } from "node:stream";
import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { CardRefusal } from "#server/integrations/card-provider.ts";
import { newKey } from "#server/integrations/file-store.ts";
import { scanForViruses } from "#server/integrations/virus-scanner.ts";
import { AppError } from "#shared/errors.ts";
import type { System } from "../contract.ts";

type Integration = System["integrations"][number];

/** Nobody waits longer for a service that does not respond. */
const checkMsMax = 3_000;

/** Asks each service that is set up, all at the same time. */
export const checkIntegrations = (ctx: SignedInCtx): Promise<Integration[]> =>
  Promise.all([
    stateOf("mail", ctx.config.smtpUrl === undefined ? null : "smtp", () => askOutbox(ctx)),
    stateOf("cards", ctx.cards?.kind ?? null, () => askCards(ctx)),
    stateOf("files", ctx.config.s3 === null ? "disk" : "s3", () => askFiles(ctx)),
    stateOf("scanner", ctx.config.clamd === null ? null : "clamd", () => askScanner(ctx)),
  ]);

/** `ask` rejects while the service does not work. */
async function stateOf(
  name: Integration["name"],
  kind: string | null,
  ask: () => Promise<unknown>,
): Promise<Integration> {
  if (kind === null) return { name, kind, problem: null };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No response within ${checkMsMax / 1000} seconds.`)),
      checkMsMax,
    );
  });
  try {
    await Promise.race([ask(), tooLong]);
    return { name, kind, problem: null };
  } catch (error) {
    return { name, kind, problem: (error as Error).message };
  } finally {
    clearTimeout(timer);
  }
}

/** A mail server is judged by the last try: the portal opens no connection without a mail. */
async function askOutbox({ db }: SignedInCtx): Promise<void> {
  const { rows } = await sql<{ error: string | null }>`
    select last_error as error from mails where state = 'retrying' order by created_at limit 1`.execute(db);
  const error = rows[0]?.error;
  if (error != null) throw new Error(error);
}

/** A provider that works does not know this payment. */
async function askCards({ cards }: SignedInCtx): Promise<void> {
  await cards?.readIntent("pi_0").catch((error: unknown) => {
    if (!(error instanceof CardRefusal)) throw error;
  });
}

/** A store that works does not have this file. */
async function askFiles({ files }: SignedInCtx): Promise<void> {
  await files.read(newKey("txt")).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  });
}

async function askScanner({ config: { clamd } }: SignedInCtx): Promise<void> {
  if (clamd !== null)
    await scanForViruses(clamd, Readable.from([Buffer.from("Is the scanner there?")]), checkMsMax);
}
