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
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { requestAndReadEmail, wrongCode } from "#test/email-requests.ts";
import { type FakeMailServer, startFakeMailServer } from "#test/fakes/fake-mail-server.ts";
import { type FakeS3, startFakeS3 } from "#test/fakes/fake-s3.ts";
import { type FakeStripe, startFakeStripe } from "#test/fakes/fake-stripe.ts";
import { createArchiveFolder } from "#test/files/archives.ts";
import { startPayment } from "#test/money/payments.ts";
import type { TestPortal } from "#test/portal.ts";
import { findEmailedToken, registerTenant } from "#test/registration.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { appFromKey } from "#test/two-factor.ts";

/*
 * Uses each secret of people and the operator correctly and incorrectly. Afterwards none of them is in a log
 * line, response, row, or archive, nor in an email or request other than its own.
 */

let portal: TestPortal;
let building: TestBuilding;
let mailServer: FakeMailServer;
let s3: FakeS3;
let stripe: FakeStripe;
const lines: string[] = [];
const secrets = new Map<string, string>();
/** The error responses to requests that use the secrets. */
const errorResponses: string[] = [];

const passwords = {
  "the database password": "secret-database-5f0c",
  "the SMTP password": "secret-smtp-9b1e",
  METRICS_TOKEN: "secret-metrics-0123456789abcdef0123456789",
  SECRET_KEY: "secret-key-0123456789abcdef0123456789abcdef",
};

beforeAll(async () => {
  [mailServer, s3, stripe] = await Promise.all([startFakeMailServer(), startFakeS3(), startFakeStripe()]);
  ({ portal, building } = await startBuilding({
    ...stripe.environment,
    ...s3.environment,
    DATABASE_URL: `postgres://portal:${passwords["the database password"]}@127.0.0.1/portal`,
    SMTP_URL: mailServer.url.replace("//", `//portal:${passwords["the SMTP password"]}@`),
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
  secrets.set("the portal's key", portal.services.secretKey.toString("base64"));
});
afterAll(async () => {
  await portal.app.close();
  await portal.close();
  await Promise.all([mailServer.close(), s3.close(), stripe.close()]);
});

/** Uses every way to sign in and to prove an identity, correctly and incorrectly. */
async function useAllSecrets(): Promise<void> {
  const { db, clock, services } = portal;
  const { tenant, admin, landlord } = building;
  const remember = (name: string, value: string | undefined) => {
    if (value === undefined) throw new Error(`${name} is missing.`);
    secrets.set(name, value);
  };
  const call = async (...request: Parameters<TestPortal["call"]>) => {
    const response = await portal.call(...request);
    if (response.statusCode >= 400) errorResponses.push(response.body + JSON.stringify(response.headers));
    return response;
  };
  const post = (url: string, body: object, cookie?: string) => call("POST", url, { cookie, body });
  const readSession = (cookie: string) => cookie.split("=").slice(1).join("=").split(";")[0] ?? "";
  remember("an administrator's session", readSession(admin.cookie));
  remember("a tenant's session", readSession(tenant.cookie));

  const password = "Secret-Password-41";
  remember("a password", password);
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(password) })
    .execute();
  remember("a wrong password", "Secret-Wrong-42");
  await post("/api/login", { email: tenant.email, password: "Secret-Wrong-42" });
  await post("/api/login", { email: "Secret-Typed-In-Email-43", password });
  remember("a password typed as an email address", "Secret-Typed-In-Email-43");
  const signedIn = await post("/api/login", { email: landlord.email, password });
  remember("a new session", signedIn.cookies[0]?.value);
  remember("a new password", "Secret-Changed-44");
  await post(
    "/api/me/password",
    { currentPassword: password, newPassword: "Secret-Changed-44" },
    tenant.cookie,
  );

  const setup = await post(
    "/api/profile/two-factor/prepare",
    { password: "Secret-Changed-44" },
    tenant.cookie,
  );
  const { secret: key } = setup.json<{ secret: string }>();
  remember("an authenticator secret", key.replaceAll(" ", ""));
  remember("an authenticator secret from a QR code", key.toLowerCase());
  const app = appFromKey(key, clock);
  const turnedOn = await post("/api/profile/two-factor/turn-on", { code: app.code() }, tenant.cookie);
  for (const [at, code] of turnedOn.json<{ recoveryCodes: string[] }>().recoveryCodes.entries())
    remember(`recovery code ${at + 1}`, code);
  const signIn = await post("/api/login", { email: tenant.email, password: "Secret-Changed-44" });
  remember("a challenge", signIn.json<{ challenge: string }>().challenge);
  await post("/api/login/two-factor", { challenge: secrets.get("a challenge"), code: "secret-code-45" });
  remember("a wrong code", "secret-code-45");
  await post("/api/login/two-factor", {
    challenge: secrets.get("a challenge"),
    code: secrets.get("recovery code 1"),
  });

  const link = await requestAndReadEmail(portal, "link", landlord.email);
  remember("a password reset link", link.token);
  const byCode = await requestAndReadEmail(portal, "otp", landlord.email);
  remember("a code handle", byCode.handle);
  await post("/api/verify-otp", { userId: byCode.handle, otpCode: wrongCode(byCode.code) });
  const exchanged = await post("/api/verify-otp", { userId: byCode.handle, otpCode: byCode.code });
  const { resetToken } = exchanged.json<{ resetToken: string }>();
  remember("a password reset token", resetToken);
  await post("/api/reset-password", { token: resetToken, newPassword: "Secret-Reset-46x" });
  remember("a reset password", "Secret-Reset-46x");
  await call("GET", `/reset-password?token=${link.token}`);
  const signInLink = await requestAndReadEmail(portal, "direct-login", landlord.email);
  remember("a sign-in link", signInLink.token);
  await call("GET", `/direct-login?token=${signInLink.token}`);
  await post("/api/direct-login/verify", { token: signInLink.token });
  await post("/api/direct-login/verify", { token: signInLink.token });

  await registerTenant(portal, null, { email: "secret@example.com", password: "Secret-Registered-47" });
  remember("a registration password", "Secret-Registered-47");
  remember("an address confirmation link", await findEmailedToken(portal, "secret@example.com"));
  await post("/api/confirm-address", {
    token: secrets.get("an address confirmation link"),
    password: "Secret-Wrong-42",
  });
  const invited = await post(
    "/api/invitations",
    { email: "guest@example.com", role: "tenant", unitId: building.unitId },
    admin.cookie,
  );
  remember("an invitation link", /invitation=([\w-]+)/.exec(invited.body)?.[1]);
  await post("/api/invitations/look-up", { token: secrets.get("an invitation link") });
  remember(
    "a setup link",
    await createOneTimeToken(db, { purpose: "setup", userId: null, now: clock.now, days: 7 }),
  );
  await call("GET", `/register?setup=${secrets.get("a setup link")}`);
  const createdToken = await post(
    "/api/me/tokens",
    { name: "Reporting", scopes: ["work-orders:read"], days: 30, password },
    admin.cookie,
  );
  remember("an API token", /pmp_[0-9a-f]+/.exec(createdToken.body)?.[0]);
  await call("GET", "/api/work-orders", {
    headers: { authorization: `Bearer ${secrets.get("an API token")}` },
  });
  await call("GET", "/api/audit", { headers: { authorization: "Bearer pmp_secret-wrong-48" } });
  remember("a wrong API token", "pmp_secret-wrong-48");
  remember(
    "an unsubscribe link",
    unsubscribePath(services.secretKey, { userId: tenant.id, topics: ["comments"] }).split("token=")[1] ?? "",
  );
  await call("GET", `/api/unsubscribe?token=${secrets.get("an unsubscribe link")}`);

  const payment = await startPayment({ portal }, building.neighbor.cookie, {
    amount: 10,
    description: "Rent",
    leaseId: building.otherLeaseId,
  });
  remember("a payment client secret", payment.clientSecret);
  const event = stripe.succeed(payment.paymentIntentId);
  await call("POST", "/api/webhooks/stripe", { body: event.body, headers: event.headers });
  await call("POST", "/api/webhooks/stripe", {
    body: event.body,
    headers: { ...event.headers, "stripe-signature": "t=1,v1=secret-49" },
  });
  await call("GET", "/metrics", { headers: { authorization: `Bearer ${passwords.METRICS_TOKEN}` } });
  await call("GET", "/metrics", { headers: { authorization: "Bearer secret-metrics-wrong-50" } });
  remember("a wrong METRICS_TOKEN", "secret-metrics-wrong-50");
}

const findSecrets = (text: string, except: readonly string[] = []) =>
  [...secrets]
    .filter(([name, value]) => !except.includes(name) && text.includes(value))
    .map(([name]) => name);

test("the test uses forty secrets, each long enough to be recognized", async () => {
  await useAllSecrets();
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

test("no log line or error response contains a secret", () => {
  expect(lines.length).toBeGreaterThan(30);
  expect(errorResponses.length).toBeGreaterThan(7);
  expect(findSecrets(lines.join("\n"))).toEqual([]);
  expect(findSecrets(errorResponses.join("\n"))).toEqual([]);
});

test("no read response contains a secret, regardless of the reader", async () => {
  const { admin, landlord, neighbor } = building;
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
  const leaks: string[] = [];
  for (const { cookie } of [admin, landlord, neighbor])
    for (const url of urls) {
      const { body } = await portal.call("GET", url, { cookie });
      leaks.push(...findSecrets(body).map((name) => `${url}: ${name}`));
    }
  expect(leaks).toEqual([]);
});

test("a request to another service contains only the secrets for that service, and each email contains only its own", () => {
  const ownSecrets = [
    "a password reset link",
    "a sign-in link",
    "an address confirmation link",
    "an invitation link",
  ];
  expect(findSecrets(JSON.stringify(stripe.requests), ["a payment client secret"])).toEqual([]);
  expect(mailServer.received.length).toBeGreaterThan(4);
  // Quoted-printable encoding breaks long lines.
  for (const letter of mailServer.received.map((text) =>
    text.replace(/=\r?\n/g, "").replaceAll("=3D", "="),
  )) {
    expect(findSecrets(letter, ownSecrets)).toEqual([]);
    expect(findSecrets(letter).length).toBeLessThan(2);
  }
});

test("an archive contains no secrets except those needed for a payment in progress", async () => {
  const { folder, remove } = await createArchiveFolder();
  const pool = openPool(portal.connection, portal.services.log);
  const file = path.join(folder, "archive.zip");
  await writeArchive(pool, portal.services.files, { file });
  await pool.end();
  const archive = await openPromise(file, { autoClose: false });
  const leaks: string[] = [];
  let entries = 0;
  for await (const entry of archive.eachEntry()) {
    entries += 1;
    const text = (await buffer(await archive.openReadStreamPromise(entry))).toString("latin1");
    leaks.push(...findSecrets(text).map((name) => `${entry.fileName}: ${name}`));
  }
  archive.close();
  await remove();
  expect(entries).toBeGreaterThan(20);
  expect(leaks).toEqual(["tables/payment_intents.copy: a payment client secret"]);
});
