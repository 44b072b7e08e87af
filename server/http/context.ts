import type { FastifyBaseLogger } from "fastify";
import type { AppError } from "#shared/errors.ts";
import { unauthenticated } from "#shared/errors.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { CardProvider } from "../integrations/card-provider.ts";
import type { FileStore } from "../integrations/file-store.ts";
import type { PushSender } from "../integrations/web-push.ts";
import type { LiveBus } from "../live/bus.ts";
import type { Actor } from "./actor.ts";

/** The services of the process, created once in main.ts or in a test. */
export interface Services {
  config: Config;
  db: Db;
  /** For reads that may be slow: a small pool of its own, whose statements time out after a second. */
  searchDb: Db;
  files: FileStore;
  live: LiveBus;
  /** Null: online payment is not set up. */
  cards: CardProvider | null;
  /** Sends pushes to browsers. */
  push: PushSender;
  /** The key of hashes and encryption that other processes must be able to check. */
  secretKey: Buffer;
  /** Posts charges in the same transaction when the days or terms of leases change. Injected, as leases must not import the ledger. */
  postCharges: (ctx: Ctx, leaseIds: readonly number[]) => Promise<{ entries: number; cents: number }>;
  log: FastifyBaseLogger;
  clock: () => Date;
}

/** The context of a verb. In a write `db` is the transaction. */
export interface Ctx extends Services {
  now: Date;
  /** When the user did it, which is before `now` for a change that a device without a network has kept. */
  happenedAt: Date;
  requestId: string;
  networkAddress: string;
  userAgent: string;
  /** Null when signed out. */
  actor: Actor | null;
  /** Runs after the commit, and never after a rollback. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Runs when the request fails, to undo what no transaction covers, such as a stored file. */
  onFailure(run: () => Promise<void>): void;
}

/** The context of a route that requires a signed-in user. */
export interface SignedInCtx extends Ctx {
  actor: Actor;
}

/** @throws AppError unauthenticated */
export function signedIn(ctx: Ctx): SignedInCtx {
  if (ctx.actor === null) throw unauthenticated() satisfies AppError;
  return ctx as SignedInCtx;
}
