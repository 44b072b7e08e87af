import { afterEach, describe, expect, it, vi } from "vitest";
import { signIn } from "#domains/accounts/contract.ts";
import { register } from "#domains/people/registration-contract.ts";

import { deleteWorkOrder, editWorkOrder, listWorkOrders } from "#domains/work-orders/contract.ts";
import { ApiError, call, send, toUserMessage, UnreachableError } from "#web/api-client.ts";
import { setServerReachable } from "#web/session/connection.ts";
import { admin, respondWith, unreachable } from "#web/testing/open-page.tsx";

afterEach(() => {
  setServerReachable(true);
  vi.unstubAllGlobals();
});

const credentials = { email: "a@b.example", password: "secret" };
const failWith = async (response: Response): Promise<ApiError> => {
  respondWith({ "POST /api/login": () => response });
  return call(signIn, { body: credentials }).then(
    () => expect.unreachable(),
    (error) => error,
  );
};

describe("requests", () => {
  it("API-01 every request sends cookies", async () => {
    const { sent } = respondWith({ "GET /api/work-orders": [], "POST /api/login": admin });
    await call(listWorkOrders, {});
    await call(signIn, { body: credentials });
    expect(sent.map(({ init }) => init.credentials)).toEqual(["include", "include"]);
  });

  it("API-02 a JSON content type is sent only with a JSON body", async () => {
    const { sent } = respondWith({
      "GET /api/work-orders": [],
      "DELETE /api/work-orders/7": { success: true },
      "POST /api/login": admin,
      "POST /api/photos": {},
    });
    await call(listWorkOrders, {});
    await call(deleteWorkOrder, { params: { id: 7 } });
    await call(signIn, { body: credentials });
    await send("POST", "/api/photos", new FormData());
    const types = sent.map(({ init }) => new Headers(init.headers).get("content-type"));
    expect(types).toEqual([null, null, "application/json", null]);
    expect(sent[0]?.body).toBeUndefined();
    expect(sent[1]?.body).toBeUndefined();
    expect(sent[2]?.body).toEqual(credentials);
    expect(sent[3]?.body).toBeInstanceOf(FormData);
  });

  it("path parameters go into the path, and only defined query parameters into the query", async () => {
    const { sent } = respondWith({ "GET /api/work-orders": [] });
    await call(listWorkOrders, { query: { status: "open", q: "", page: undefined } });
    expect(sent[0]?.path).toBe("/api/work-orders?status=open");
  });

  it("the version that a change is based on is sent as If-Match", async () => {
    const { sent } = respondWith({ "PATCH /api/work-orders/7": () => Response.json({}, { status: 409 }) });
    const body = {
      title: "Broken lamp",
      description: "The lamp is broken",
      category: "electrical",
      location: "Hall",
      priority: "low" as const,
      status: "open",
    };
    await call(editWorkOrder, { params: { id: 7 }, body, version: 3 }).catch(() => undefined);
    expect(new Headers(sent[0]?.init.headers).get("if-match")).toBe('"3"');
  });

  it("AUTH-11 while only the saved session is known, reads are sent and writes are rejected", async () => {
    const { sent } = respondWith({ "GET /api/work-orders": [] });
    setServerReachable(false);
    await expect(call(signIn, { body: credentials })).rejects.toBeInstanceOf(UnreachableError);
    await call(listWorkOrders, {});
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
  });
});

describe("responses", () => {
  it("a response is parsed by its contract: unknown fields are dropped, and missing fields are an error", async () => {
    respondWith({ "POST /api/login": { ...admin, extra: 1 } });
    expect(await call(signIn, { body: credentials })).toEqual(admin);
    respondWith({ "POST /api/login": { id: 1 } });
    await expect(call(signIn, { body: credentials })).rejects.toThrow(/fullName/);
  });

  it("ERR-01 an error message consists of the status, a colon, a space, and the body", async () => {
    const error = await failWith(new Response("boom", { status: 500 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe("500: boom");
    expect(error.status).toBe(500);
  });

  it("ERR-02 in an error message, the status text replaces an empty body", async () => {
    const error = await failWith(new Response("", { status: 404, statusText: "Not Found" }));
    expect(error.message).toBe("404: Not Found");
    expect(error.hasBody).toBe(false);
  });

  it("ERR-04 the message for users is the server's message or, without one, the raw body", async () => {
    const body = JSON.stringify({
      message: "It is taken.",
      code: "conflict",
      requestId: "r",
      fields: { email: "Taken" },
    });
    const error = await failWith(new Response(body, { status: 409 }));
    expect(error.message).toBe(`409: ${body}`);
    expect(error.userMessage).toBe("It is taken.");
    expect(error.problem?.fields).toEqual({ email: "Taken" });
    expect((await failWith(new Response("plain words", { status: 400 }))).userMessage).toBe("plain words");
    expect((await failWith(new Response('{"message":1}', { status: 400 }))).userMessage).toBe(
      '{"message":1}',
    );
  });

  it("the message for an unreachable server doesn't expose internals", async () => {
    respondWith({ "POST /api/login": unreachable });
    const error: unknown = await call(signIn, { body: credentials }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnreachableError);
    expect(toUserMessage(error)).toBe("We can't reach the server. Check your connection and try again.");
    expect(toUserMessage(await failWith(new Response("stack trace", { status: 500 })))).not.toContain(
      "stack",
    );
  });

  it("a request without a response fails after the timeout", async () => {
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    await expect(
      call(register, { body: { ...credentials, fullName: "Al" }, timeoutMs: 20 }),
    ).rejects.toBeInstanceOf(UnreachableError);
  });
});
