import { expect, test } from "vitest";
import { startPortal } from "#test/portal.ts";
import { getCookie, register } from "#test/registration.ts";
import { prepareFirstRun } from "./first-run.ts";

const extractToken = (path: string | null) => /^\/register\?setup=([\w-]{43})$/.exec(path ?? "")?.[1] ?? "";

test("REG-20 outside demo mode, each printed setup link works until one of them is used to create the first administrator", async () => {
  const portal = await startPortal();
  try {
    // As printed by another instance or an earlier start.
    const other = extractToken(await prepareFirstRun(portal.services));
    const token = extractToken(await prepareFirstRun(portal.services));

    // A request rejected for another reason doesn't consume the token.
    expect((await register(portal, { role: "admin", setupToken: token, password: "abc" })).statusCode).toBe(
      400,
    );
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        register(portal, { role: "admin", setupToken: index % 2 === 0 ? token : other, unitId: 1 }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      201, 403, 403, 403, 403,
    ]);
    const made = responses.find(({ statusCode }) => statusCode === 201);
    expect(made?.json()).toMatchObject({ role: "admin", unitId: null, membership: "active" });
    const cookie = made === undefined ? "" : getCookie(made);
    expect((await portal.call("GET", "/api/outbox", { cookie })).statusCode).toBe(200);
    expect(await portal.db.selectFrom("users").select("id").execute()).toHaveLength(1);
    expect(await prepareFirstRun(portal.services)).toBeNull();
  } finally {
    await portal.close();
  }
});

test("a setup link is valid for a week and only for the administrator role", async () => {
  const portal = await startPortal({ REGISTRATION: "invite" });
  try {
    const token = extractToken(await prepareFirstRun(portal.services));
    expect((await register(portal, { role: "landlord", setupToken: token })).statusCode).toBe(403);
    expect((await register(portal, { role: "tenant", setupToken: token })).statusCode).toBe(403);
    portal.clock.advanceMinutes(7 * 24 * 60);
    expect((await register(portal, { role: "admin", setupToken: token })).statusCode).toBe(403);
  } finally {
    await portal.close();
  }
});

test.each([
  ["is confirmed without an email server", undefined, true, 0],
  ["is confirmed by email with an email server", "smtp://mail.example", false, 1],
] as const)("the first administrator's address %s", async (_, smtpUrl, emailConfirmed, emailCount) => {
  const portal = await startPortal();
  try {
    portal.services.config.smtpUrl = smtpUrl;
    const setupToken = extractToken(await prepareFirstRun(portal.services));
    const registered = await register(portal, { role: "admin", setupToken });
    expect(registered.json()).toMatchObject({ emailConfirmed });
    expect(await portal.db.selectFrom("emails").select("id").execute()).toHaveLength(emailCount);
  } finally {
    await portal.close();
  }
});

test("demo mode has no setup link", async () => {
  const portal = await startPortal({ DEMO: "1" });
  try {
    expect(await prepareFirstRun(portal.services)).toBeNull();
  } finally {
    await portal.close();
  }
});
