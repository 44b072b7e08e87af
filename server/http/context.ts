import type { FastifyBaseLogger } from "fastify";
import type { AppError } from "#shared/errors.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { CardProvider } from "../integrations/card-provider.ts";
import type { FileStore } from "../integrations/file-store.ts";
import type { LiveBus } from "../live/bus.ts";
import type { Actor } from "./actor.ts";

/** What the process brings: made once in main.ts or in a test. */
export interface Services {
  config: Config;
  db: Db;
  /** For reading what may take too long: a few connections of their own, whose statements are stopped after a second. */
  searchDb: Db;
  files: FileStore;
  live: LiveBus;
  /** Null: online payment is not set up. */
  cards: CardProvider | null;
  /** Keys what is hashed or encrypted beyond one process. */
  secretKey: Buffer;
  /** What the ledger does when the days or terms of leases change, in the same transaction: leases do not know the ledger. */
  postCharges: (ctx: Ctx, leaseIds: readonly number[]) => Promise<{ entries: number; cents: number }>;
  log: FastifyBaseLogger;
  clock: () => Date;
}

/** What a verb of the business needs. In a write `db` is the transaction. */
export interface Ctx extends Services {
  now: Date;
  requestId: string;
  networkAddress: string;
  userAgent: string;
  /** Null when signed out. */
  actor: Actor | null;
  /** Runs when the transaction is committed, and not at all when it is rolled back. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Runs when the request fails, to take back what no transaction covers, such as a stored file. */
  onFailure(run: () => Promise<void>): void;
}

/** A context whose route is closed to the signed out. */
export interface SignedInCtx extends Ctx {
  actor: Actor;
}

/** @throws AppError unauthenticated */
export function signedIn(ctx: Ctx): SignedInCtx {
  if (ctx.actor === null) throw unauthenticated() satisfies AppError;
  return ctx as SignedInCtx;
}
