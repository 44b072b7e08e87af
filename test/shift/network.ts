import { isDeepStrictEqual } from "node:util";
import type { PortalServer, ShiftRequest, ShiftResponse } from "./portal-server.ts";
import type { Simulation } from "./simulation.ts";

/** The outcomes of a request, weighted by frequency. */
const outcomeWeights = {
  arrives: 76,
  slow: 6,
  "request lost": 4,
  "response lost": 6,
  "no response": 2,
  "captive portal": 2,
  unavailable: 2,
  "rate limited": 1,
  "server error": 1,
};

/** Network failures stop at the end of the shift, so that all pending requests can arrive. */
export interface Conditions {
  isReliable: boolean;
}

/** A request the portal processed, with its first response. */
export interface ProcessedRequest {
  request: ShiftRequest;
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
 * The network of one phone. It disconnects, slows down, and delivers requests twice, immediately or after
 * later requests.
 */
export class Network {
  isConnected = true;
  private epoch = 0;
  private readonly simulation: Simulation;
  private readonly server: PortalServer;
  private readonly conditions: Conditions;
  /** The requests the portal processed, by idempotency key, in order. */
  private readonly processed: Map<string, ProcessedRequest>;
  readonly problems: string[] = [];
  constructor(
    simulation: Simulation,
    server: PortalServer,
    conditions: Conditions,
    processed: Map<string, ProcessedRequest>,
  ) {
    this.simulation = simulation;
    this.server = server;
    this.conditions = conditions;
    this.processed = processed;
  }

  cut(): void {
    this.isConnected = false;
    this.epoch += 1;
  }

  restore(): void {
    this.isConnected = true;
  }

  /**
   * Sends a request.
   * @param getUser returns the user signed in when the request arrives
   */
  send(
    request: Omit<ShiftRequest, "userId">,
    getUser: () => number | null,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const { simulation, conditions } = this;
    const { random } = simulation;
    return new Promise((resolve, reject) => {
      const fail = () => {
        signal?.removeEventListener("abort", fail);
        reject(networkError);
      };
      const finish = (reply: Reply) => {
        signal?.removeEventListener("abort", fail);
        resolve(reply);
      };
      if (!this.isConnected || signal?.aborted === true) return fail();
      signal?.addEventListener("abort", fail);
      const outcome = conditions.isReliable ? "arrives" : random.pickWeighted(outcomeWeights);
      const epoch = this.epoch;
      const delayThere = outcome === "slow" ? random.integer(500, 20_000) : random.integer(40, 400);
      const delayBack = outcome === "slow" ? random.integer(500, 20_000) : random.integer(40, 400);
      simulation.after(delayThere, () => {
        if (outcome === "request lost" || (epoch !== this.epoch && random.chance(0.5))) return fail();
        const errorResponse = errorResponses[outcome];
        if (errorResponse !== undefined)
          return void simulation.after(delayBack, () => finish(this.reply(errorResponse)));
        const resend = () => void this.arrive({ ...request, userId: getUser() });
        const arriving = this.arrive({ ...request, userId: getUser() });
        const isImmediate = random.chance(0.5);
        if (isImmediate && request.method !== "GET") resend();
        void arriving.then((response) => {
          if (!isImmediate && request.key !== undefined && response.status < 300)
            simulation.after(random.integer(1, 60_000), resend);
          if (outcome === "response lost") return void simulation.after(delayBack, fail);
          if (outcome === "no response") return;
          simulation.after(delayBack, () => (epoch === this.epoch ? finish(this.reply(response)) : fail()));
        });
      });
    });
  }

  private async arrive(request: ShiftRequest): Promise<ShiftResponse> {
    const { simulation, processed, problems } = this;
    const response = await simulation.whileFrozen(this.server.handle(request));
    if (response.status >= 500)
      problems.push(`${request.method} ${request.path}: ${response.status} ${response.text}`);
    if (request.key === undefined || response.status >= 300) return response;
    const earlier = processed.get(request.key);
    if (earlier === undefined)
      processed.set(request.key, {
        request,
        ...response,
        atMs: simulation.nowMs,
        happenedMs: Math.min(simulation.nowMs, Date.parse(request.happenedAt ?? "") || simulation.nowMs),
      });
    else if (!isSameResponse(earlier.text, response.text))
      problems.push(`${request.method} ${request.path}: a different response to the same request`);
    return response;
  }

  private reply({ status, text, retryAfter }: ShiftResponse & { retryAfter?: string }): Reply {
    const date = new Date(this.simulation.nowMs).toUTCString();
    const headers = {
      get: (name: string) => (name === "Date" ? date : name === "Retry-After" ? (retryAfter ?? null) : null),
    } as Reply["headers"];
    return { ok: status < 300, status, statusText: "", headers, text: async () => text };
  }
}

const networkError = new TypeError("Failed to fetch");

/** The order of fields doesn't matter. */
const isSameResponse = (first: string, second: string) =>
  first === second || isDeepStrictEqual(JSON.parse(first), JSON.parse(second));

const errorBody = (message: string) => JSON.stringify({ message, code: "some_code", requestId: "r-1" });

const errorResponses: Partial<Record<keyof typeof outcomeWeights, ShiftResponse & { retryAfter?: string }>> =
  {
    "captive portal": { status: 200, text: "<html>Welcome to the hotel</html>" },
    unavailable: { status: 503, text: errorBody("Please try again in a moment."), retryAfter: "20" },
    "rate limited": { status: 429, text: errorBody("Please wait."), retryAfter: "45" },
    "server error": { status: 500, text: errorBody("Something went wrong.") },
  };
