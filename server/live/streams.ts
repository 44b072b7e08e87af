import type { FastifyReply } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { tooMany, unavailable } from "#shared/errors.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import type { Services, SignedInCtx } from "../http/context.ts";
import { sent } from "../http/endpoints/response.ts";
import { findSessionActor } from "../http/requests/session.ts";
import type { LiveMessage, LiveSubject } from "./bus.ts";

const heartbeatSeconds = 25;
const maxStreams = 5_000;
/** A browser needs one stream, so a person needs only a few. More would take slots from other people. */
const maxStreamsPerPerson = 20;
/**
 * Anyone can register, so people pending approval get fewer streams each, and only a share of all streams.
 */
const maxStreamsPerPendingPerson = 3;
const maxPendingStreams = 1_000;
/** Sessions are rechecked because no event announces that one has expired. */
const recheckMinutes = 5;
/** A client with this much unread data is disconnected. It reconnects automatically. */
const maxUnreadBytes = 256 * 1024;

interface Stream {
  userId: number;
  isPending: boolean;
  sessionHash: Buffer;
  write(text: string): void;
  end(): void;
}

/** The open event streams of this process. */
export interface LiveStreams {
  open(ctx: SignedInCtx, reply: FastifyReply): Promise<typeof sent>;
  close(): void;
}

/**
 * Who can receive the events of a record type: its domain's access rule for `everyViewer`, and a function
 * that turns a published row (a JSON expression) into the rule's table.
 */
export type LiveRules = Record<
  LiveSubject,
  { table: (row: RawBuilder<unknown>) => RawBuilder<unknown>; rule: RawBuilder<boolean> }
>;

type RecordMessage = Extract<LiveMessage, { to: "viewers" }>;

/**
 * Opens the server-sent event streams, each within its viewer's access scope (requirements, "Live"). A stream
 * ends with its session.
 */
export function openStreams(services: Services, rules: LiveRules): LiveStreams {
  const streams = new Set<Stream>();
  let pendingMessages: LiveMessage[] = [];
  let isDelivering = false;
  const unsubscribe = services.live.subscribe((messages) => {
    pendingMessages.push(...messages);
    if (!isDelivering) void deliverPending();
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(": still here\n\n");
  }, heartbeatSeconds * 1000).unref();
  const recheckTimer = setInterval(() => void recheckSessions(), recheckMinutes * 60_000).unref();

  /**
   * Delivers pending messages in batches, so that a burst needs few statements. Messages that arrive during a
   * batch form the next one.
   */
  async function deliverPending(): Promise<void> {
    isDelivering = true;
    while (pendingMessages.length > 0) {
      const batch = pendingMessages;
      pendingMessages = [];
      try {
        const viewers = await findViewers(batch);
        for (const message of batch) deliver(message, viewers.get(message));
      } catch (error) {
        services.log.warn({ err: error }, "Lost live events.");
        deliver({ to: "everyone" });
      }
    }
    isDelivering = false;
  }

  function deliver(message: LiveMessage, viewers?: ReadonlySet<number>): void {
    switch (message.to) {
      case "viewers":
        writeToStreams(message.event, ({ userId }) => viewers?.has(userId) === true);
        return;
      case "users":
        writeToStreams({ kind: message.kind }, ({ userId }) => message.userIds.includes(userId));
        return;
      case "everyone":
        for (const stream of streams) void sendScopeChanged(stream);
        return;
      case "access-scope":
        for (const stream of streams)
          if (message.userIds.includes(stream.userId)) void sendScopeChanged(stream);
        return;
      case "session":
        for (const stream of streams)
          if (stream.sessionHash.toString("hex") === message.sessionHash) {
            stream.write(formatEvent({ kind: "session-ended" }));
            stream.end();
          }
    }
  }

  function writeToStreams(event: LiveEvent, isRecipient: (stream: Stream) => boolean): void {
    const text = formatEvent(event);
    for (const stream of streams) if (isRecipient(stream)) stream.write(text);
  }

  /**
   * Returns who can see the record of each message, among the people with a stream and by their current
   * access scope.
   */
  async function findViewers(batch: readonly LiveMessage[]): Promise<Map<LiveMessage, Set<number>>> {
    const viewers = new Map<LiveMessage, Set<number>>();
    const userIds = [...new Set([...streams].map(({ userId }) => userId))];
    const recordMessages = batch.filter((message) => message.to === "viewers");
    if (userIds.length === 0) return viewers;
    for (const subject of new Set(recordMessages.map((message) => message.subject))) {
      const messages = recordMessages.filter((message) => message.subject === subject);
      for (const row of await selectViewers(subject, messages, userIds)) {
        const message = messages[row.place];
        if (message !== undefined) viewers.set(message, new Set(row.userIds));
      }
    }
    return viewers;
  }

  async function selectViewers(
    subject: LiveSubject,
    messages: readonly RecordMessage[],
    userIds: readonly number[],
  ): Promise<{ place: number; userIds: number[] }[]> {
    const { table, rule } = rules[subject];
    const changes = messages.map(({ row, staffOnly = false }) => ({ row, staffOnly }));
    const { rows } = await sql<{ place: number; userIds: number[] }>`
      with viewer as materialized (select * from access_scopes where user_id = any(${userIds}::bigint[]))
      select changed.place - 1 as place, array_agg(viewer.user_id) as "userIds"
      from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality changed (value, place)
      cross join lateral ${table(sql`(changed.value -> 'row')`)}
      cross join viewer
      where ${rule} and (not (changed.value -> 'staffOnly')::boolean or viewer.effective_role not in ('tenant', 'pending'))
      group by changed.place`.execute(services.db);
    return rows;
  }

  /** Ends the stream if its session has ended. */
  async function endIfSessionEnded(stream: Stream, { isActivity = true } = {}): Promise<void> {
    const actor = await findSessionActor(services, stream.sessionHash, { isActivity }).catch(() => null);
    if (actor === null) stream.end();
  }

  /**
   * Checks one stream at a time, so that requests aren't delayed. An open page alone doesn't keep a session
   * alive.
   */
  async function recheckSessions(): Promise<void> {
    for (const stream of streams) await endIfSessionEnded(stream, { isActivity: false });
  }

  async function sendScopeChanged(stream: Stream): Promise<void> {
    await endIfSessionEnded(stream);
    stream.write(formatEvent({ kind: "access-scope-changed" }));
  }

  return {
    async open(ctx, reply) {
      if (streams.size >= maxStreams)
        throw unavailable("Too many live streams are open. Please try again later.", 30);
      const { id: userId, sessionHash, membership } = ctx.actor;
      const isPending = membership !== "active";
      const currentStreams = [...streams];
      if (isPending && currentStreams.filter((stream) => stream.isPending).length >= maxPendingStreams)
        throw unavailable("Too many live streams are open. Please try again later.", 30);
      const openByUser = currentStreams.filter((stream) => stream.userId === userId).length;
      if (openByUser >= (isPending ? maxStreamsPerPendingPerson : maxStreamsPerPerson))
        throw tooMany("You have too many live streams open. Close some tabs.", 30);
      reply.hijack();
      const { raw } = reply;
      // A client that disconnected while the session was read no longer emits a close event.
      if (raw.destroyed) return sent;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      raw.socket?.setTimeout(0);
      raw.socket?.setNoDelay(true);
      const stream: Stream = {
        userId,
        isPending,
        sessionHash,
        write: (text) => {
          if (raw.writableEnded) return;
          if (raw.writableLength > maxUnreadBytes) raw.destroy();
          else raw.write(text);
        },
        end: () => {
          streams.delete(stream);
          raw.end();
        },
      };
      streams.add(stream);
      raw.on("close", () => streams.delete(stream));
      raw.write("retry: 2000\n: welcome\n\n");
      // The session might have ended since the request was authenticated.
      await endIfSessionEnded(stream);
      return sent;
    },
    close() {
      clearInterval(heartbeat);
      clearInterval(recheckTimer);
      unsubscribe();
      for (const stream of streams) stream.end();
    },
  };
}

const formatEvent = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;
