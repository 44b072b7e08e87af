import type { FastifyReply } from "fastify";
import { mayHearOfDocument } from "#domains/documents/server/access.ts";
import { mayHearOfLease } from "#domains/leases/server/access.ts";
import { mayHear } from "#domains/work-orders/server/access.ts";
import type { Reach } from "#server/http/actor.ts";
import { sent } from "#server/http/answer.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { actorOfSession } from "#server/http/session.ts";
import type { LiveMessage } from "#server/live/bus.ts";
import { tooMany, unavailable } from "#shared/errors.ts";
import type { LiveEvent } from "../contract.ts";

const heartbeatSeconds = 25;
const streamsMax = 5_000;
/** A browser needs one, so nobody needs more than a few; more would take the places of others. */
const streamsMaxOfOnePerson = 20;
/** Sessions and tenancies also end by time alone, which nobody announces. */
const lookAgainMinutes = 5;
/** A client that reads nothing while this much waits for it is cut off and comes back by itself. */
const waitingBytesMax = 256 * 1024;

interface Stream {
  reach: Reach;
  sessionHash: Buffer;
  write(text: string): void;
  end(): void;
}

/** The open event streams of this process. */
export interface LiveStreams {
  open(ctx: SignedInCtx, reply: FastifyReply): Promise<typeof sent>;
  close(): void;
}

/** Server-sent events within each caller's reach (requirements, "Live"). A stream ends with its session. */
export function openStreams(services: Services): LiveStreams {
  const streams = new Set<Stream>();
  const unsubscribe = services.live.subscribe((messages) => {
    for (const message of messages) deliver(message);
  });
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(": still here\n\n");
  }, heartbeatSeconds * 1000).unref();
  const looking = setInterval(() => void lookAgain(), lookAgainMinutes * 60_000).unref();

  function deliver(message: LiveMessage): void {
    switch (message.to) {
      case "work-order": {
        const { kind, id, version, propertyId, leaseId } = message;
        const text = eventText({ kind, id, version, propertyId, leaseId });
        for (const stream of streams) if (mayHear(stream.reach, message)) stream.write(text);
        return;
      }
      case "property": {
        const { kind, propertyId } = message;
        const text = eventText({ kind, propertyId });
        for (const stream of streams)
          if (stream.reach.everywhere || stream.reach.propertyIds.includes(propertyId)) stream.write(text);
        return;
      }
      case "lease": {
        const { kind, leaseId, propertyId } = message;
        const text = eventText({ kind, leaseId, propertyId });
        for (const stream of streams) if (mayHearOfLease(stream.reach, message)) stream.write(text);
        return;
      }
      case "document": {
        const { kind, id, version, propertyId, leaseId } = message;
        const text = eventText({ kind, id, version, propertyId, leaseId });
        for (const stream of streams) if (mayHearOfDocument(stream.reach, message)) stream.write(text);
        return;
      }
      case "users": {
        const text = eventText({ kind: message.kind });
        for (const stream of streams) if (message.userIds.includes(stream.reach.userId)) stream.write(text);
        return;
      }
      case "everyone":
        for (const stream of streams) void changeReach(stream);
        return;
      case "reach":
        for (const stream of streams)
          if (message.userIds.includes(stream.reach.userId)) void changeReach(stream);
        return;
      case "session":
        for (const stream of streams)
          if (stream.sessionHash.toString("hex") === message.sessionHash) {
            stream.write(eventText({ kind: "session-ended" }));
            stream.end();
          }
    }
  }

  /** Reads the reach again; a session that is no more ends its stream. */
  async function refresh(stream: Stream, { isSeen = true } = {}): Promise<void> {
    const actor = await actorOfSession(services, stream.sessionHash, { isSeen }).catch(() => null);
    if (actor === null) stream.end();
    else stream.reach = actor.reach;
  }

  /** One after the other, so that requests are not kept waiting. An open page alone does not keep a session alive. */
  async function lookAgain(): Promise<void> {
    for (const stream of streams) await refresh(stream, { isSeen: false });
  }

  /** Until the new reach is known the stream hears of nothing but the caller's own. */
  async function changeReach(stream: Stream): Promise<void> {
    stream.reach = {
      ...stream.reach,
      caller: "pending",
      everywhere: false,
      propertyIds: [],
      leaseIds: [],
      leasedPropertyIds: [],
    };
    await refresh(stream);
    stream.write(eventText({ kind: "reach-changed" }));
  }

  return {
    async open(ctx, reply) {
      if (streams.size >= streamsMax)
        throw unavailable("Too many live streams are open. Please try again later.", 30);
      const { userId } = ctx.actor.reach;
      if ([...streams].filter(({ reach }) => reach.userId === userId).length >= streamsMaxOfOnePerson)
        throw tooMany("You have too many live streams open. Please close some pages.", 30);
      reply.hijack();
      const { raw } = reply;
      // Who left while the session was read has no close to tell of any more.
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
        reach: ctx.actor.reach,
        sessionHash: ctx.actor.sessionHash,
        write: (text) => {
          if (raw.writableEnded) return;
          if (raw.writableLength > waitingBytesMax) raw.destroy();
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
      // What changed between reading the session and joining is caught by reading it once more.
      await refresh(stream);
      return sent;
    },
    close() {
      clearInterval(heartbeat);
      clearInterval(looking);
      unsubscribe();
      for (const stream of streams) stream.end();
    },
  };
}

const eventText = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`;
