import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPromise } from "yauzl";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { createOneTimeToken } from "#domains/accounts/server/tokens.ts";
import { buildApp } from "#server/app.ts";
import { writeArchive } from "#server/backup/write-archive.ts";
import { openPool } from "#server/db/database.ts";
import { openLog } from "#server/log.ts";
import { unsubscribePath } from "#server/notifications/unsubscribe-link.ts";
import { createArchiveFolder } from "#test/archives.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { requestAndReadEmail, wrongCode } from "#test/email-requests.ts";
import { type FakeMailServer, startFakeMailServer } from "#test/fake-mail-server.ts";
import { type FakeS3, startFakeS3 } from "#test/fake-s3.ts";
import { type FakeStripe, startFakeStripe } from "#test/fake-stripe.ts";
import { startPayment } from "#test/payments.ts";
import type { TestPortal } from "#test/portal.ts";
import { findEmailedToken, registerTenant } from "#test/registration.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { appFromKey } from "#test/two-factor.ts";

/*
 * Secrets of people and of the operator: each is used as it is meant to be, rightly and wrongly, and is then in no line of the log,
 * no answer, no row, no archive, and in no mail or request but its own.
 */

let portal: TestPortal;
let building: TestBuilding;
let mailServer: FakeMailServer;
let s3: FakeS3;
let stripe: FakeStripe;
const lines: string[] = [];
const secrets = new Map<string, string>();
/** What the calls that use the secrets answered: a secret may be in the answer that hands it out, and in no other. */
const refusals: string[] = [];

const passwords = {
  "the password of the database": "canary-database-5f0c",
  "the password of the mail server": "canary-mail-9b1e",
  METRICS_TOKEN: "canary-metrics-0123456789abcdef0123456789",
  SECRET_KEY: "canary-key-0123456789abcdef0123456789abcdef",
};

beforeAll(async () => {
  [mailServer, s3, stripe] = await Promise.all([startFakeMailServer(), startFakeS3(), startFakeStripe()]);
  ({ portal, building } = await startBuilding({
    ...stripe.environment,
    ...s3.environment,
    DATABASE_URL: `postgres://portal:${passwords["the password of the database"]}@127.0.0.1/portal`,
    SMTP_URL: mailServer.url.replace("//", `//portal:${passwords["the password of the mail server"]}@`),
    METRICS_TOKEN: passwords.METRICS_TOKEN,
    SECRET_KEY: passwords.SECRET_KEY,
    DEMO: "0",
  }));
  const log = openLog("trace", { write: (line: string) => void lines.push(line) });
  const services = { ...portal.services, log };
  const app = await buildApp(services, { logger: log });
  portal = {
    ...portal,
    app,
    services,
    call: (method, url, { cookie, body, headers } = {}) =>
      app.inject({
        method,
        url,
        headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      }),
  };
  for (const [name, value] of Object.entries(passwords)) secrets.set(name, value);
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])
    secrets.set(name, stripe.environment[name] ?? "");
  secrets.set("S3_SECRET_ACCESS_KEY", s3.environment.S3_SECRET_ACCESS_KEY ?? "");
  secrets.set("the key of the portal", portal.services.secretKey.toString("base64"));
});
afterAll(async () => {
  await portal.app.close();
  await portal.close();
  await Promise.all([mailServer.close(), s3.close(), stripe.close()]);
});

/** Every way to sign in and to prove something, rightly and wrongly. */
async function useEverySecret(): Promise<void> {
  const { db, clock, services } = portal;
  const { tenant, admin, landlord } = building;
  const keep = (name: string, value: string | undefined) => {
    if (value === undefined) throw new Error(`There is no ${name}.`);
    secrets.set(name, value);
  };
  const tried = async (...call: Parameters<TestPortal["call"]>) => {
    const response = await portal.call(...call);
    if (response.statusCode >= 400) refusals.push(response.body + JSON.stringify(response.headers));
    return response;
  };
  const post = (url: string, body: object, cookie?: string) => tried("POST", url, { cookie, body });
  const sessionOf = (cookie: string) => cookie.split("=").slice(1).join("=").split(";")[0] ?? "";
  keep("the session of an administrator", sessionOf(admin.cookie));
  keep("the session of a tenant", sessionOf(tenant.cookie));

  const password = "Canary-Password-41";
  keep("a password", password);
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .execute();
  keep("a wrong password", "Canary-Wrong-42");
  await post("/api/login", { email: tenant.email, password: "Canary-Wrong-42" });
  await post("/api/login", { email: "Canary-Typed-In-Email-43", password });
  keep("a password typed as an address", "Canary-Typed-In-Email-43");
  const entered = await post("/api/login", { email: landlord.email, password });
  keep("the session of a sign-in", entered.cookies[0]?.value);
  keep("a new password", "Canary-Changed-44");
  await post(
    "/api/me/password",
    { currentPassword: password, newPassword: "Canary-Changed-44" },
    tenant.cookie,
  );

  const prepared = await post(
    "/api/profile/two-factor/prepare",
    { password: "Canary-Changed-44" },
    tenant.cookie,
  );
  const { secret: key } = prepared.json<{ secret: string }>();
  keep("the secret of an app", key.replaceAll(" ", ""));
  keep("the secret of an app, as a QR code has it", key.toLowerCase());
  const app = appFromKey(key, clock);
  const turnedOn = await post("/api/profile/two-factor/turn-on", { code: app.code() }, tenant.cookie);
  for (const [at, code] of turnedOn.json<{ recoveryCodes: string[] }>().recoveryCodes.entries())
    keep(`recovery code ${at + 1}`, code);
  const asked = await post("/api/login", { email: tenant.email, password: "Canary-Changed-44" });
  keep("a challenge", asked.json<{ challenge: string }>().challenge);
  await post("/api/login/two-factor", { challenge: secrets.get("a challenge"), code: "canary-code-45" });
  keep("a wrong code", "canary-code-45");
  await post("/api/login/two-factor", {
    challenge: secrets.get("a challenge"),
    code: secrets.get("recovery code 1"),
  });

  const link = await requestAndReadEmail(portal, "link", landlord.email);
  keep("a link to reset a password", link.token);
  const byCode = await requestAndReadEmail(portal, "otp", landlord.email);
  keep("the handle of a code", byCode.handle);
  await post("/api/verify-otp", { userId: byCode.handle, otpCode: wrongCode(byCode.code) });
  const exchanged = await post("/api/verify-otp", { userId: byCode.handle, otpCode: byCode.code });
  const { resetToken } = exchanged.json<{ resetToken: string }>();
  keep("a right to reset a password", resetToken);
  await post("/api/reset-password", { token: resetToken, newPassword: "Canary-Reset-46x" });
  keep("a password that was reset", "Canary-Reset-46x");
  await tried("GET", `/reset-password?token=${link.token}`);
  const entry = await requestAndReadEmail(portal, "direct-login", landlord.email);
  keep("a link to sign in", entry.token);
  await tried("GET", `/direct-login?token=${entry.token}`);
  await post("/api/direct-login/verify", { token: entry.token });
  await post("/api/direct-login/verify", { token: entry.token });

  await registerTenant(portal, null, { email: "canary@example.com", password: "Canary-Registered-47" });
  keep("the password of a registration", "Canary-Registered-47");
  keep("a link to confirm an address", await findEmailedToken(portal, "canary@example.com"));
  await post("/api/confirm-address", {
    token: secrets.get("a link to confirm an address"),
    password: "Canary-Wrong-42",
  });
  const invited = await post(
    "/api/invitations",
    { email: "guest@example.com", role: "tenant", unitId: building.unitId },
    admin.cookie,
  );
  keep("a link of an invitation", /invitation=([\w-]+)/.exec(invited.body)?.[1]);
  await post("/api/invitations/look-up", { token: secrets.get("a link of an invitation") });
  keep(
    "a link to set the portal up",
    await createOneTimeToken(db, { purpose: "setup", userId: null, now: clock.now, days: 7 }),
  );
  await tried("GET", `/register?setup=${secrets.get("a link to set the portal up")}`);
  const made = await post(
    "/api/me/tokens",
    { name: "Reporting", scopes: ["work-orders:read"], days: 30, password },
    admin.cookie,
  );
  keep("an API token", /pmp_[0-9a-f]+/.exec(made.body)?.[0]);
  await tried("GET", "/api/work-orders", {
    headers: { authorization: `Bearer ${secrets.get("an API token")}` },
  });
  await tried("GET", "/api/audit", { headers: { authorization: "Bearer pmp_canary-wrong-48" } });
  keep("a wrong API token", "pmp_canary-wrong-48");
  keep(
    "an unsubscribe link",
    unsubscribePath(services.secretKey, { userId: tenant.id, topics: ["comments"] }).split("token=")[1] ?? "",
  );
  await tried("GET", `/api/unsubscribe?token=${secrets.get("an unsubscribe link")}`);

  const payment = await startPayment({ portal }, building.neighbor.cookie, {
    amount: 10,
    description: "Rent",
    leaseId: building.otherLeaseId,
  });
  keep("the right to confirm a payment", payment.clientSecret);
  const event = stripe.succeed(payment.paymentIntentId);
  await tried("POST", "/api/webhooks/stripe", { body: event.body, headers: event.headers });
  await tried("POST", "/api/webhooks/stripe", {
    body: event.body,
    headers: { ...event.headers, "stripe-signature": "t=1,v1=canary-49" },
  });
  await tried("GET", "/metrics", { headers: { authorization: `Bearer ${passwords.METRICS_TOKEN}` } });
  await tried("GET", "/metrics", { headers: { authorization: "Bearer canary-metrics-wrong-50" } });
  keep("a wrong METRICS_TOKEN", "canary-metrics-wrong-50");
}

const secretsIn = (text: string, except: readonly string[] = []) =>
  [...secrets]
    .filter(([name, value]) => !except.includes(name) && text.includes(value))
    .map(([name]) => name);

test("forty secrets are used, each long enough to be recognised", async () => {
  await useEverySecret();
  await runJobsUntil(
    portal,
    async () => {
      const { db } = portal;
      const waiting = await db
        .selectFrom("emails")
        .select("id")
        .where("state", "in", ["queued", "retrying"])
        .execute();
      return waiting.length === 0;
    },
    { SMTP_URL: mailServer.url },
  );
  expect([...secrets].filter(([, value]) => value.length < 12)).toEqual([]);
  expect(secrets.size).toBeGreaterThanOrEqual(40);
}, 120_000);

test("no line of the log and no refusal has a secret", () => {
  expect(lines.length).toBeGreaterThan(30);
  expect(refusals.length).toBeGreaterThan(7);
  expect(secretsIn(lines.join("\n"))).toEqual([]);
  expect(secretsIn(refusals.join("\n"))).toEqual([]);
});

test("no answer to a read has a secret, whoever reads", async () => {
  const { admin, landlord, neighbor: neighbour } = building;
  const emails = await portal.db.selectFrom("emails").select("id").execute();
  const urls = [
    ...portal.app.endpoints
      .filter(
        ({ method, path: url, responseKind }) =>
          method === "GET" && responseKind !== "events" && !url.includes(":"),
      )
      .map(({ path: url }) => url),
    ...emails.flatMap(({ id }) => [`/api/outbox/${id}`, `/api/outbox/${id}/page`]),
    `/api/users/${building.tenant.id}`,
  ];
  const found: string[] = [];
  for (const { cookie } of [admin, landlord, neighbour])
    for (const url of urls) {
      const { body } = await portal.call("GET", url, { cookie });
      found.push(...secretsIn(body).map((name) => `${url}: ${name}`));
    }
  expect(found).toEqual([]);
});

test("no request to another service has a secret of somebody else, and each mail only its own", () => {
  const own = [
    "a link to reset a password",
    "a link to sign in",
    "a link to confirm an address",
    "a link of an invitation",
  ];
  expect(secretsIn(JSON.stringify(stripe.requests), ["the right to confirm a payment"])).toEqual([]);
  expect(mailServer.received.length).toBeGreaterThan(4);
  // Quoted-printable breaks long lines.
  for (const letter of mailServer.received.map((text) =>
    text.replace(/=\r?\n/g, "").replaceAll("=3D", "="),
  )) {
    expect(secretsIn(letter, own)).toEqual([]);
    expect(secretsIn(letter).length).toBeLessThan(2);
  }
});

test("an archive has no secret but what a payment that is under way needs", async () => {
  const { folder, remove } = await createArchiveFolder();
  const pool = openPool(portal.connection, portal.services.log);
  const file = path.join(folder, "archive.zip");
  await writeArchive(pool, portal.services.files, { file });
  await pool.end();
  const archive = await openPromise(file, { autoClose: false });
  const found: string[] = [];
  let entries = 0;
  for await (const entry of archive.eachEntry()) {
    entries += 1;
    const text = (await buffer(await archive.openReadStreamPromise(entry))).toString("latin1");
    found.push(...secretsIn(text).map((name) => `${entry.fileName}: ${name}`));
  }
  archive.close();
  await remove();
  expect(entries).toBeGreaterThan(20);
  expect(found).toEqual(["tables/payment_intents.copy: the right to confirm a payment"]);
});
