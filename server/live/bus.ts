import pg from "pg";
import type { LiveEvent } from "#shared/live-event.ts";
import { type Connection, keepAlive } from "../db/database.ts";
import { instanceName } from "../instance-name.ts";

export type LiveSubject = "work-order" | "document" | "lease" | "property";

/**
 * A change, for the streams that can receive it. Contains ids and versions only, never contents
 * (requirements, "Live").
 */
export type LiveMessage =
  | {
      /**
       * Everyone who can see the record, given as a row of its table with at least the columns the access
       * rule reads.
       */
      to: "viewers";
      subject: LiveSubject;
      row: Record<string, unknown>;
      event: LiveEvent;
      /** For changes that tenants must not notice, such as an internal comment. */
      staffOnly?: boolean;
    }
  | { to: "users"; kind: "notification" | "approvals" | "dispatch"; userIds: number[] }
  /** Events might have been missed, or everyone's permissions have changed. Every stream refreshes. */
  | { to: "everyone" }
  /** These people's access scopes have changed. Their streams read them again. */
  | { to: "access-scope"; userIds: number[] }
  | { to: "session"; kind: "session-ended"; userId: number; sessionHash: string };

export interface LiveBus {
  /** Sends the message to every instance. Called after the commit. Never throws and never waits. */
  publish(message: LiveMessage): void;
  subscribe(listener: (messages: LiveMessage[]) => void): () => void;
  /**
   * Shows the other instances that a job worker of this process is alive, until the returned function is
   * called or the process ends. The connection holds a lock with the worker's name, which `freeJobs` tries to
   * acquire.
   */
  showAlive(worker: string): () => void;
  /** Resolves when everything published so far has been sent to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const channel = "portal_live";
/** NOTIFY carries up to 8,000 bytes. */
const maxPayloadBytes = 7_900;
/** Ids have up to 16 digits. */
const maxRecipients = 400;

/**
 * Opens the bus. Messages go through the database's NOTIFY, so that all instances receive them. They are sent
 * after the commit, in batches over one connection. A NOTIFY inside each transaction would make PostgreSQL
 * serialize the commits.
 */
export function openLiveBus(connection: Connection, log: { warn(message: string): void }): LiveBus {
  const listeners = new Set<(messages: LiveMessage[]) => void>();
  /** The job workers of this process, and the workers whose lock the connection holds. */
  const workers = new Set<string>();
  const lockedWorkers = new Set<string>();
  let pendingMessages: LiveMessage[] = [];
  let sendPromise: Promise<void> = Promise.resolve();
  let isSending = false;
  let client: Promise<pg.Client> | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({ ...keepAlive, ...connection, application_name: instanceName });
    const handleLoss = (reason: string) => {
      if (client === undefined || isClosed) return;
      log.warn(`Lost the live connection: ${reason}`);
      client = undefined;
      reconnectLater();
    };
    newClient.on("error", (error) => handleLoss(error.message));
    newClient.on("end", () => handleLoss("the database closed it"));
    newClient.on("notification", ({ payload }) => dispatch(JSON.parse(payload ?? "[]") as LiveMessage[]));
    await newClient.connect();
    // A power failure that loses a message also ends the streams, so commits needn't wait for the disk.
    await newClient.query("set synchronous_commit = off");
    await newClient.query(`listen ${channel}`);
    lockedWorkers.clear();
    await lockWorkers(newClient);
    return newClient;
  }

  /** Acquires the locks of new workers and releases those of ended ones. */
  async function lockWorkers(liveClient: pg.Client): Promise<void> {
    const callLockFunction = (lock: string, worker: string) =>
      liveClient.query(`select ${lock}(hashtext('job-worker'), hashtext($1))`, [worker]);
    for (const worker of workers) {
      if (lockedWorkers.has(worker)) continue;
      await callLockFunction("pg_advisory_lock_shared", worker);
      lockedWorkers.add(worker);
    }
    for (const worker of lockedWorkers) {
      if (workers.has(worker)) continue;
      await callLockFunction("pg_advisory_unlock_shared", worker);
      lockedWorkers.delete(worker);
    }
  }

  /**
   * Acquires the locks after pending messages have been sent. If it fails, the next connection tries again.
   */
  function lockWorkersInTurn(): void {
    sendPromise = sendPromise
      .then(async () => lockWorkers(await listen()))
      .catch((error: Error) => log.warn(`The live connection failed: ${error.message}`));
  }

  async function listen(): Promise<pg.Client> {
    client ??= connect();
    try {
      return await client;
    } catch (error) {
      client = undefined;
      throw error;
    }
  }

  /** Reconnects after a moment. The events missed until then are unknown, so every stream refreshes. */
  function reconnectLater(): void {
    setTimeout(() => {
      if (isClosed) return;
      listen().then(() => dispatch([{ to: "everyone" }]), reconnectLater);
    }, 500).unref();
  }

  function dispatch(messages: LiveMessage[]): void {
    for (const listener of listeners) listener(messages);
  }

  async function send(): Promise<void> {
    while (pendingMessages.length > 0) {
      // Collects the messages of one change, and of concurrent changes, into one batch.
      await new Promise(setImmediate);
      const batch = pendingMessages;
      pendingMessages = [];
      try {
        const liveClient = await listen();
        for (const payload of toPayloads(batch))
          await liveClient.query({
            name: "notify",
            text: "select pg_notify($1, $2)",
            values: [channel, payload],
          });
      } catch (error) {
        log.warn(`Lost live events: ${(error as Error).message}`);
      }
    }
    isSending = false;
  }

  listen().catch((error: Error) => {
    log.warn(`The live connection failed: ${error.message}`);
    reconnectLater();
  });
  return {
    publish(message) {
      if (isClosed) return;
      pendingMessages.push(message);
      if (isSending) return;
      isSending = true;
      sendPromise = sendPromise.then(send);
    },
    showAlive(worker) {
      workers.add(worker);
      lockWorkersInTurn();
      return () => {
        workers.delete(worker);
        lockWorkersInTurn();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    flush: () => sendPromise,
    async close() {
      isClosed = true;
      await sendPromise;
      await client?.then((connected) => connected.end()).catch(() => undefined);
    },
  };
}

/** Splits a message to more people than fit in one NOTIFY. */
function splitRecipients(message: LiveMessage): LiveMessage[] {
  if (!("userIds" in message)) return [message];
  const messages: LiveMessage[] = [];
  for (let from = 0; from < message.userIds.length; from += maxRecipients)
    messages.push({ ...message, userIds: message.userIds.slice(from, from + maxRecipients) });
  return messages;
}

function* toPayloads(batch: LiveMessage[]): Generator<string> {
  let batchTexts: string[] = [];
  let bytes = 2;
  for (const text of batch.flatMap(splitRecipients).map((message) => JSON.stringify(message))) {
    if (bytes + text.length + 1 > maxPayloadBytes && batchTexts.length > 0) {
      yield `[${batchTexts.join(",")}]`;
      batchTexts = [];
      bytes = 2;
    }
    batchTexts.push(text);
    bytes += text.length + 1;
  }
  if (batchTexts.length > 0) yield `[${batchTexts.join(",")}]`;
}
