import { isDeepStrictEqual } from "node:util";
import type { Answered, Asked, FieldServer } from "./field-server.ts";
import type { World } from "./world.ts";

/** What becomes of one request, by how often. */
const fates = {
  arrives: 76,
  slow: 6,
  "lost on the way": 4,
  "answer lost": 6,
  "answer never comes": 2,
  "page of a hotel": 2,
  "no time": 2,
  "too many": 1,
  stumbles: 1,
};

/** Faults of the network come to an end with the day, so that everything can arrive. */
export interface Weather {
  isFair: boolean;
}

/** A request that the portal did, with its first answer, by its key. */
export interface Done {
  asked: Asked;
  status: number;
  text: string;
  atMs: number;
  happenedMs: number;
}

interface Reply {
  ok: boolean;
  status: number;
  statusText: string;
  headers: Pick<Headers, "get">;
  text: () => Promise<string>;
}

/**
 * The line of one phone: cut and mended, slow, and everything arrives twice, at once or later than what was sent after it.
 */
export class Line {
  isMended = true;
  private epoch = 0;
  private readonly world: World;
  private readonly server: FieldServer;
  private readonly weather: Weather;
  /** What the portal did, in turn. */
  private readonly done: Map<string, Done>;
  readonly faults: string[] = [];
  constructor(world: World, server: FieldServer, weather: Weather, done: Map<string, Done>) {
    this.world = world;
    this.server = server;
    this.weather = weather;
    this.done = done;
  }

  cut(): void {
    this.isMended = false;
    this.epoch += 1;
  }

  mend(): void {
    this.isMended = true;
  }

  /** @param userOf who is signed in when it arrives */
  send(asked: Omit<Asked, "userId">, userOf: () => number | null, signal?: AbortSignal): Promise<Reply> {
    const { world, weather } = this;
    const { draws } = world;
    return new Promise((resolve, reject) => {
      const fail = () => {
        signal?.removeEventListener("abort", fail);
        reject(unreachable);
      };
      const end = (reply: Reply) => {
        signal?.removeEventListener("abort", fail);
        resolve(reply);
      };
      if (!this.isMended || signal?.aborted === true) return fail();
      signal?.addEventListener("abort", fail);
      const fate = weather.isFair ? "arrives" : draws.byWeight(fates);
      const epoch = this.epoch;
      const there = fate === "slow" ? draws.between(500, 20_000) : draws.between(40, 400);
      const back = fate === "slow" ? draws.between(500, 20_000) : draws.between(40, 400);
      world.after(there, () => {
        if (fate === "lost on the way" || (epoch !== this.epoch && draws.happens(0.5))) return fail();
        const refusal = refusals[fate];
        if (refusal !== undefined) return void world.after(back, () => end(this.reply(refusal)));
        const again = () => void this.arrive({ ...asked, userId: userOf() });
        const arriving = this.arrive({ ...asked, userId: userOf() });
        const isAtOnce = draws.happens(0.5);
        if (isAtOnce && asked.method !== "GET") again();
        void arriving.then((answer) => {
          if (!isAtOnce && asked.key !== undefined && answer.status < 300)
            world.after(draws.between(1, 60_000), again);
          if (fate === "answer lost") return void world.after(back, fail);
          if (fate === "answer never comes") return;
          world.after(back, () => (epoch === this.epoch ? end(this.reply(answer)) : fail()));
        });
      });
    });
  }

  private async arrive(asked: Asked): Promise<Answered> {
    const { world, done, faults } = this;
    const answer = await world.during(this.server.answer(asked));
    if (answer.status >= 500) faults.push(`${asked.method} ${asked.path}: ${answer.status} ${answer.text}`);
    if (asked.key === undefined || answer.status >= 300) return answer;
    const before = done.get(asked.key);
    if (before === undefined)
      done.set(asked.key, {
        asked,
        ...answer,
        atMs: world.nowMs,
        happenedMs: Math.min(world.nowMs, Date.parse(asked.happenedAt ?? "") || world.nowMs),
      });
    else if (!isSame(before.text, answer.text))
      faults.push(`${asked.method} ${asked.path}: another answer when it was sent again`);
    return answer;
  }

  private reply({ status, text, retryAfter }: Answered & { retryAfter?: string }): Reply {
    const date = new Date(this.world.nowMs).toUTCString();
    const headers = {
      get: (name: string) => (name === "Date" ? date : name === "Retry-After" ? (retryAfter ?? null) : null),
    } as Reply["headers"];
    return { ok: status < 300, status, statusText: "", headers, text: async () => text };
  }
}

const unreachable = new TypeError("Failed to fetch");

/** Fields in another order are no other answer. */
const isSame = (one: string, other: string) =>
  one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other));

const problem = (message: string) => JSON.stringify({ message, code: "some_code", requestId: "r-1" });

const refusals: Partial<Record<keyof typeof fates, Answered & { retryAfter?: string }>> = {
  "page of a hotel": { status: 200, text: "<html>Welcome to the hotel</html>" },
  "no time": { status: 503, text: problem("Please try again in a moment."), retryAfter: "20" },
  "too many": { status: 429, text: problem("Please wait."), retryAfter: "45" },
  stumbles: { status: 500, text: problem("Something went wrong.") },
};
