import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import { FakeStripeObjects, type Form, type StoredIntent, StripeError } from "./fake-stripe-objects.ts";

const secretKey = "sk_test_fake";
const webhookSecret = "whsec_fake_secret";

/** A signed event as sent by Stripe. */
export interface SignedEvent {
  id: string;
  body: Buffer;
  headers: { "content-type": string; "stripe-signature": string };
}

interface Asked {
  method: string;
  path: string;
  key: string | undefined;
}

/** A fake of Stripe's HTTP API with idempotency keys, statuses, and events, controlled by the test. */
export interface FakeStripe {
  objects: FakeStripeObjects;
  /** The environment of a portal that uses it. */
  environment: Record<string, string>;
  /** All requests in order. */
  requests: Asked[];
  /** Completes the payment. */
  succeed(id: string, method?: "card" | "us_bank_account"): SignedEvent;
  decline(id: string, problem: string): SignedEvent;
  /** Starts a bank debit. It clears with `succeed` or is returned with `decline`. */
  process(id: string): SignedEvent;
  event(type: string, object: { id: string }, change?: Partial<Stripe.Event>): SignedEvent;
  /** Signs a body. A forged event uses another secret or time. */
  sign(body: Buffer, how?: { secret?: string; at?: Date }): SignedEvent["headers"];
  /** Expires all idempotency keys, as happens after a day. */
  forgetKeys(): void;
  /** Performs the next `times` requests but drops their responses. */
  dropResponses(times: number): void;
  /** Responds to the next `times` requests with this error. */
  failNext(times: number, status: number, error: StripeError["body"]): void;
  /** Resolves at the next response with this status. */
  waitForStatus(status: number): Promise<void>;
  /** Holds all responses until `release`. `waiting` resolves at the first held request. */
  hold(): { waiting: Promise<void>; release(): void };
  goOffline(): void;
  goOnline(): void;
  close(): Promise<void>;
}

export async function startFakeStripe(now: () => Date = () => new Date()): Promise<FakeStripe> {
  const objects = new FakeStripeObjects(now);
  const requests: Asked[] = [];
  const responses = new Map<string, { contents: string; response: StoredResponse | null }>();
  let isDown = false;
  let responsesToDrop = 0;
  let errors: StripeError[] = [];
  let held: { until: Promise<void>; noticed: () => void } | null = null;
  const expected: { status: number; resolve: () => void }[] = [];
  let events = 0;

  async function respond(request: IncomingMessage, serverResponse: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString();
    const url = new URL(request.url ?? "/", "http://stripe");
    const { method = "GET", headers } = request;
    const key = typeof headers["idempotency-key"] === "string" ? headers["idempotency-key"] : undefined;
    requests.push({ method, path: url.pathname, key });
    if (isDown) return void request.socket.destroy();
    const form = parseForm(method === "POST" ? text : url.search);
    const work = async (): Promise<StoredResponse> => {
      held?.noticed();
      await held?.until;
      return respondTo(() => {
        const error = errors.shift();
        if (error !== undefined) throw error;
        if (headers.authorization !== `Bearer ${secretKey}`)
          throw new StripeError(401, {
            type: "invalid_request_error",
            message: `Invalid API Key provided: ${String(headers.authorization)}`,
          });
        return resource(objects, method, url.pathname, form);
      });
    };
    const response =
      key === undefined || method !== "POST"
        ? await work()
        : await runOnce(responses, { key, contents: `${url.pathname} ${text}` }, work);
    for (const one of expected.filter(({ status }) => status === response.status)) one.resolve();
    if (responsesToDrop > 0) {
      responsesToDrop -= 1;
      return void request.socket.destroy();
    }
    serverResponse
      .writeHead(response.status, {
        "content-type": "application/json",
        "request-id": `req_${requests.length}`,
      })
      .end(JSON.stringify(response.body));
  }

  const server = createServer((request, serverResponse) => {
    respond(request, serverResponse).catch((error: unknown) => serverResponse.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign: FakeStripe["sign"] = (body, { secret = webhookSecret, at = now() } = {}) => ({
    "content-type": "application/json; charset=utf-8",
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    }),
  });
  const event: FakeStripe["event"] = (type, object, change = {}) => {
    events += 1;
    const id = `evt_${events}`;
    const eventObject = {
      id,
      object: "event",
      type,
      created: 0,
      livemode: false,
      data: { object },
      ...change,
    };
    const body = Buffer.from(JSON.stringify(eventObject, null, 2));
    return { id, body, headers: sign(body) };
  };
  const tried = (type: string, intent: StoredIntent) => event(`payment_intent.${type}`, intent);

  return {
    objects,
    requests,
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: "pk_test_fake",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: address,
    },
    succeed: (id, method = "card") =>
      tried("succeeded", objects.recordAttempt(id, { method, status: "succeeded" })),
    decline: (id, problem) =>
      tried(
        "payment_failed",
        objects.recordAttempt(id, { method: "card", status: "requires_payment_method", problem }),
      ),
    process: (id) =>
      tried("processing", objects.recordAttempt(id, { method: "us_bank_account", status: "processing" })),
    event,
    sign,
    forgetKeys: () => responses.clear(),
    dropResponses: (times) => {
      responsesToDrop = times;
    },
    failNext: (times, status, error) => {
      errors = Array.from({ length: times }, () => new StripeError(status, error));
    },
    waitForStatus: (status) => new Promise((resolve) => expected.push({ status, resolve })),
    hold() {
      let release = () => {};
      let noticed = () => {};
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      const waiting = new Promise<void>((resolve) => {
        noticed = resolve;
      });
      held = { until, noticed };
      return {
        waiting,
        release() {
          held = null;
          release();
        },
      };
    },
    goOffline: () => {
      isDown = true;
      server.closeAllConnections();
    },
    goOnline: () => {
      isDown = false;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface StoredResponse {
  status: number;
  body: unknown;
}

function respondTo(work: () => unknown): StoredResponse {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

/**
 * Returns the same response for a repeated key, or an error if the parameters differ or the first request is
 * still in progress.
 */
async function runOnce(
  responses: Map<string, { contents: string; response: StoredResponse | null }>,
  { key, contents }: { key: string; contents: string },
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const known = responses.get(key);
  if (known === undefined) {
    const started: { contents: string; response: StoredResponse | null } = { contents, response: null };
    responses.set(key, started);
    started.response = await work();
    return started.response;
  }
  if (known.contents !== contents)
    return idempotencyError(400, "Keys for idempotent requests can only be used with the same parameters.");
  return (
    known.response ?? idempotencyError(409, "There is another in-progress request using this Idempotent Key.")
  );
}

const idempotencyError = (status: number, message: string): StoredResponse => ({
  status,
  body: { error: { type: "idempotency_error", message } },
});

function resource(objects: FakeStripeObjects, method: string, path: string, form: Form): unknown {
  const [, , kind, id, verb] = path.split("/");
  const does = [method, kind, ...(id === undefined ? [] : [":id"]), ...(verb === undefined ? [] : [verb])];
  const named = id ?? "";
  switch (does.join(" ")) {
    case "POST payment_intents":
      return objects.createIntent(form);
    case "POST payment_intents :id":
      return expanded(objects, objects.updateIntent(named, form), form);
    case "GET payment_intents :id":
      return expanded(objects, objects.getIntent(named), form);
    case "POST payment_intents :id cancel":
      return objects.cancelIntent(named);
    case "POST refunds":
      return objects.createRefund(form);
    case "GET refunds":
      return { object: "list", has_more: false, data: objects.listRefunds(String(form.payment_intent)) };
    case "GET refunds :id":
      return objects.getRefund(named);
    case "GET disputes :id":
      return objects.getDispute(named);
    default:
      throw new StripeError(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${path}).`,
      });
  }
}

/** Without `expand`, only the charge's id is returned. */
function expanded(objects: FakeStripeObjects, intent: StoredIntent, { expand }: Form): unknown {
  if (!Array.isArray(expand) || !expand.includes("latest_charge")) return intent;
  return { ...intent, latest_charge: objects.charges.get(intent.latest_charge ?? "") ?? null };
}

/** Parses fields such as `amount=7`, `metadata[lease]=7`, and `allowed_payment_method_types[0]=card`. */
function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [field = "", key] = name.replace("]", "").split("[");
    const known = form[field];
    if (key === undefined) form[field] = value;
    else if (/^\d+$/.test(key)) form[field] = [...(Array.isArray(known) ? known : []), value];
    else form[field] = { ...(known as Form | undefined), [key]: value };
  }
  return form;
}
