import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { CardProvider } from "../integrations/cards/card-provider.ts";
import type { FileStore } from "../integrations/files/file-store.ts";
import type { IdentityProvider } from "../integrations/identity-provider.ts";
import type { PushSender } from "../integrations/push/web-push.ts";
import type { LiveBus } from "../live/bus.ts";
import type { Actor } from "./requests/actor.ts";

/** The services of the process, created once in main.ts or in a test. */
export interface Services {
  config: Config;
  db: Db;
  /** A small separate pool for reads that might be slow. Its statements time out after a second. */
  searchDb: Db;
  files: FileStore;
  live: LiveBus;
  /** Null if online payment isn't set up. */
  cards: CardProvider | null;
  /** Null if people can't sign in with a work account. */
  identityProvider: IdentityProvider | null;
  /** Sends push notifications to browsers. */
  push: PushSender;
  /** The key for hashes and encryption, the same on all instances. */
  secretKey: Buffer;
  /**
   * Posts charges in the same transaction when the dates or terms of leases change. Injected because leases
   * must not import the ledger.
   */
  postCharges: (ctx: Ctx, leaseIds: readonly number[]) => Promise<{ entries: number; cents: number }>;
  log: FastifyBaseLogger;
  clock: () => Date;
}

/** The context of a use case. In a write, `db` is the transaction. */
export interface Ctx extends Services {
  now: Date;
  /** When the user made the change. Earlier than `now` if a device saved it while offline. */
  happenedAt: Date;
  requestId: string;
  networkAddress: string;
  userAgent: string;
  /** Null when signed out. */
  actor: Actor | null;
  /** Runs after the commit but never after a rollback. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Runs when the request fails, to undo what the transaction doesn't cover, such as a stored file. */
  onFailure(run: () => Promise<void>): void;
}

/** The context of a route whose action the permission table denies to people who aren't signed in. */
export interface SignedInCtx extends Ctx {
  actor: Actor;
}
