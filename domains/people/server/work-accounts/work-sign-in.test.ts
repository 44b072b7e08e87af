import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import {
  type ProviderAccount,
  startIdentityProvider,
  type TestProvider,
} from "#test/fakes/identity-provider.ts";
import { createPerson, type PersonFields, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registration.ts";
import { giveApp } from "#test/two-factor.ts";

const publicUrl = "http://portal.test";
let portal: TestPortal;
let building: TestBuilding;
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
  provider.acceptPortal(publicUrl);
  ({ portal, building } = await startBuilding({ ...provider.environment, PUBLIC_URL: publicUrl }));
});
beforeEach(() => portal.db.deleteFrom("limit_counts").execute());
afterAll(async () => {
  await portal.close();
  await provider.stop();
});

let numbers = 0;
/** Adds an account with a verified address to the provider. */
function addAccount(fields: Partial<ProviderAccount> = {}): ProviderAccount {
  const number = ++numbers;
  const account: ProviderAccount = {
    sub: `subject-${number}`,
    name: `Worker ${number}`,
    email: `worker${number}@example.com`,
    email_verified: true,
    ...fields,
  };
  provider.accounts.push(account);
  return account;
}
const createWorker = (fields: Partial<PersonFields> = {}) =>
  createPerson(portal.db, { role: "landlord", email: `worker${numbers}@example.com`, ...fields });

const start = () => portal.call("POST", "/api/login/work-account");
const getCookies = ({ cookies }: Awaited<ReturnType<typeof start>>) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
const finish = (cookie: string, query: string) =>
  portal.call("POST", "/api/login/work-account/finish", { cookie, body: { query } });

/** Signs in with this account of the provider, like one browser. */
async function signInWith({ sub }: ProviderAccount) {
  const started = await start();
  provider.signsIn = sub;
  const query = await provider.visit(started.json<{ url: string }>().url);
  return finish(getCookies(started), query);
}
const readMessage = ({ json }: Awaited<ReturnType<typeof signInWith>>) => json<{ message: string }>().message;
const readActions = async (id: number) => {
  const entries = await portal.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("subject_type", "=", "person")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();
  return entries.map(({ action }) => action);
};
const readMe = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).json<SessionUser>();
const countUsers = async () => (await portal.db.selectFrom("users").select("id").execute()).length;

describe("signing in with a work account", () => {
  test("signing in with a work account finds the person by their verified address, and the session records how they signed in [LOG-06]", async () => {
    const account = addAccount({ email: "Worker.One@example.com" });
    const person = await createWorker({ email: "worker.one@example.com" });
    const response = await signInWith(account);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ id: person.id, role: "landlord", membership: "active" });
    const sessions = await portal.call("GET", "/api/me/sessions", { cookie: getCookies(response) });
    expect(sessions.json()).toMatchObject([{ signedInBy: "work-account", isCurrent: true }]);
    expect(await readActions(person.id)).toEqual(["account.work-account-linked", "session.started"]);
  });

  test("later sign-ins match the work account's subject, so a new address neither moves nor duplicates the account", async () => {
    const account = addAccount();
    const person = await createWorker();
    await signInWith(account);
    const other = await createPerson(portal.db, { role: "admin", email: "married@example.com" });
    account.email = other.email;
    account.email_verified = false;
    const before = await countUsers();
    expect((await signInWith(account)).json()).toMatchObject({ id: person.id, email: person.email });
    expect(await countUsers()).toBe(before);
    expect(await readActions(person.id)).toContain("account.work-address-changed");
    expect(await readActions(other.id)).toEqual([]);
  });

  test("the first work account sign-in accepts an invitation sent to its address, with the invitation's role and unit [REG-20]", async () => {
    const account = addAccount({ name: "Inga Invited" });
    const invited = await portal.call("POST", "/api/invitations", {
      cookie: building.admin.cookie,
      body: { email: account.email, role: "tenant", unitId: building.unitId },
    });
    expect(invited.statusCode).toBe(201);
    const user = (await signInWith(account)).json<SessionUser>();
    expect(user).toMatchObject({
      fullName: "Inga Invited",
      role: "tenant",
      email: account.email,
      unitId: building.unitId,
      membership: "active",
      emailConfirmed: true,
    });
    expect((await signInWith(account)).json()).toMatchObject({ id: user.id });
    const { accepted_by_id: acceptedBy } = await portal.db
      .selectFrom("invitations")
      .select("accepted_by_id")
      .where("email", "=", account.email ?? "")
      .executeTakeFirstOrThrow();
    expect(acceptedBy).toBe(user.id);
  });

  test("signing in with a work account creates no account without an existing account or an invitation", async () => {
    const account = addAccount();
    const before = await countUsers();
    const response = await signInWith(account);
    expect(response.statusCode).toBe(403);
    expect(readMessage(response)).toBe(
      `There's no account here for ${account.email}. Ask your property manager to invite you.`,
    );
    expect(await countUsers()).toBe(before);
  });

  test("a person awaiting approval has the same access as with a password, and a disabled account is treated as unknown", async () => {
    const pendingAccount = addAccount();
    await createWorker({ role: "tenant", state: "pending" });
    expect((await signInWith(pendingAccount)).json()).toMatchObject({ membership: "pending" });
    const disabledAccount = addAccount();
    const disabled = await createWorker({ state: "disabled" });
    expect(readMessage(await signInWith(disabledAccount))).toMatch(/^There's no account here for/);
    await portal.db.updateTable("users").set({ state: "active" }).where("id", "=", disabled.id).execute();
    await signInWith(disabledAccount);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", disabled.id).execute();
    const response = await signInWith(disabledAccount);
    expect(readMessage(response)).toMatch(/^There's no account here for/);
    expect(response.cookies.some(({ name, value }) => name === "portal_session" && value !== "")).toBe(false);
  });
});

describe("unverified addresses", () => {
  test.each<[string, Partial<ProviderAccount>, RegExp]>([
    [
      "unverified",
      { email_verified: false },
      /^The address worker\d+@example.com of your work account isn't verified/,
    ],
    ["not said to be verified", { email_verified: undefined as never }, /isn't verified/],
    ["missing", { email: undefined as never }, /doesn't share an email address/],
    [
      "from another domain",
      { email: "worker@example.com.evil.test" },
      /isn't a work account of this organization/,
    ],
    ["from a subdomain", { email: "worker@sub.example.com" }, /isn't a work account of this organization/],
    [
      "written with a letter that compares like k",
      { email: "\u212aim@example.com" },
      /doesn't share an email address/,
    ],
    ["actually two addresses", { email: "a@evil.test,b@example.com" }, /doesn't share an email address/],
  ])(
    "an address that is %s is rejected with a message, and nothing is linked",
    async (_, fields, message) => {
      const account = addAccount(fields);
      await createWorker();
      if (fields.email?.startsWith("\u212a")) await createWorker({ email: "kim@example.com" });
      const response = await signInWith(account);
      expect(response.statusCode).toBe(403);
      expect(readMessage(response)).toMatch(message);
      const links = await portal.db
        .selectFrom("work_accounts")
        .select("user_id")
        .where("subject", "=", account.sub)
        .execute();
      expect(links).toEqual([]);
    },
  );

  test("an address reassigned to someone else at the provider doesn't open its previous owner's account", async () => {
    const account = addAccount();
    const person = await createWorker();
    await signInWith(account);
    const successor = addAccount({ email: person.email });
    const response = await signInWith(successor);
    expect(response.statusCode).toBe(403);
    expect(readMessage(response)).toMatch(/linked to a different work account/);
    const unlinked = await portal.call("POST", `/api/users/${person.id}/work-account/unlink`, {
      cookie: building.admin.cookie,
    });
    expect(unlinked.statusCode).toBe(200);
    expect((await signInWith(successor)).json()).toMatchObject({ id: person.id });
  });

  test("an account that a stranger registered with the address loses its password and sessions [REG-18]", async () => {
    const account = addAccount();
    const stranger = await registerTenant(portal, null, { email: account.email });
    expect(await readMe(stranger.cookie)).toMatchObject({ email: account.email, emailConfirmed: false });
    const response = await signInWith(account);
    expect(response.json()).toMatchObject({ id: stranger.id, emailConfirmed: true });
    expect((await portal.call("GET", "/api/me", { cookie: stranger.cookie })).statusCode).toBe(401);
    const { password_hash: hash } = await portal.db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", stranger.id)
      .executeTakeFirstOrThrow();
    expect(hash).toBeNull();
  });
});

describe("attacks on the sign-in", () => {
  test("a work account sign-in can be finished only in the browser that started it, once, and within ten minutes", async () => {
    const account = addAccount();
    await createWorker();
    provider.signsIn = account.sub;
    const attacker = await start();
    const query = await provider.visit(attacker.json<{ url: string }>().url);
    expect(readMessage(await finish("", query))).toMatch(
      /^This sign-in has expired or was started in another/,
    );
    const victim = await start();
    expect((await finish(getCookies(victim), query)).statusCode).toBe(400);
    const forged = getCookies(attacker).replace(/=./, (first) => (first === "=A" ? "=B" : "=A"));
    expect((await finish(forged, query)).statusCode).toBe(400);
    portal.clock.advanceMinutes(11);
    expect((await finish(getCookies(attacker), query)).statusCode).toBe(400);
    portal.clock.advanceMinutes(-11);
    expect((await finish(getCookies(attacker), query)).statusCode).toBe(200);
    expect((await finish(getCookies(attacker), query)).statusCode).toBe(400);
  });

  test.each([
    ["another state", (query: string) => query.replace(/state=[^&]+/, "state=other")],
    ["another code", (query: string) => query.replace(/code=[^&]+/, "code=other")],
    ["another issuer", (query: string) => query.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.test")],
    ["two codes", (query: string) => `${query}&code=other`],
  ])("a work account callback with %s is rejected", async (_, change) => {
    const account = addAccount();
    await createWorker();
    const started = await start();
    provider.signsIn = account.sub;
    const query = await provider.visit(started.json<{ url: string }>().url);
    const response = await finish(getCookies(started), change(query));
    expect(response.statusCode).toBe(400);
    expect(readMessage(response)).toMatch(/Please start again\.$/);
  });

  test("a code issued for another sign-in is rejected because the verifier and the nonce differ", async () => {
    const account = addAccount();
    await createWorker();
    provider.signsIn = account.sub;
    const [attacker, victim] = [await start(), await start()];
    const stolen = new URLSearchParams(await provider.visit(attacker.json<{ url: string }>().url));
    const query = new URLSearchParams(await provider.visit(victim.json<{ url: string }>().url));
    query.set("code", stolen.get("code") ?? "");
    expect((await finish(getCookies(victim), query.toString())).statusCode).toBe(400);
  });

  test("the sign-in URL requests a code with PKCE, a state, and a nonce, and scripts and other sites can't read the cookie", async () => {
    const response = await start();
    const { searchParams, origin } = new URL(response.json<{ url: string }>().url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      redirect_uri: `${publicUrl}/work-account`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.cookies).toMatchObject([
      { name: "portal_work_account", httpOnly: true, sameSite: "Strict", path: "/", maxAge: 600 },
    ]);
  });

  test("trying again lets the user choose an account even if the browser is signed in at the provider", async () => {
    const again = await portal.call("POST", "/api/login/work-account", { body: { asksForAccount: true } });
    expect(new URL(again.json<{ url: string }>().url).searchParams.get("prompt")).toBe("login");
    expect(new URL((await start()).json<{ url: string }>().url).searchParams.get("prompt")).toBeNull();
  });

  test("work account sign-ins are rate-limited by network, both at the start and at the end", async () => {
    await portal.db
      .insertInto("limit_counts")
      .values({
        key: "work-account 127.0.0.1",
        window_starts_at: new Date(Math.floor(portal.clock.now.getTime() / 900_000) * 900_000),
        count: 300,
      })
      .execute();
    expect((await start()).statusCode).toBe(429);
    expect((await finish("", "code=1")).statusCode).toBe(429);
  });

  test("the provider's error text in the URL isn't shown because anyone can write it", async () => {
    const started = await start();
    const { searchParams } = new URL(started.json<{ url: string }>().url);
    const query = new URLSearchParams({
      error: "access_denied",
      error_description: "Call 555-0100",
      state: searchParams.get("state") ?? "",
      iss: provider.issuer,
    });
    const response = await finish(getCookies(started), query.toString());
    expect(readMessage(response)).toBe(
      "You didn't finish signing in with your work account. Try again, or sign in another way.",
    );
  });
});

describe("a provider that is down", () => {
  const message =
    "We can't reach the service that checks work accounts. Try again in a few minutes, or sign in another way.";

  test("if a provider is down at any point, the user sees a message, no sign-in is half done, and the next sign-in works", async () => {
    const account = addAccount();
    const person = await createWorker();
    const started = await start();
    provider.signsIn = account.sub;
    const query = await provider.visit(started.json<{ url: string }>().url);
    await provider.stop();
    const response = await finish(getCookies(started), query);
    expect(response.statusCode).toBe(503);
    expect(readMessage(response)).toBe(message);
    expect(await readActions(person.id)).toEqual([]);
    portal.clock.advanceMinutes(1);
    await provider.start();
    expect((await signInWith(account)).json()).toMatchObject({ id: person.id });
  });
});

test("an issuer that is spelled differently is rejected because links compare its exact text", async () => {
  const other = await startPortal({
    ...provider.environment,
    OIDC_ISSUER: `${provider.issuer}/`,
    PUBLIC_URL: publicUrl,
  });
  expect((await other.call("POST", "/api/login/work-account")).statusCode).toBe(503);
  await other.close();
});

describe("two-factor authentication", () => {
  test("two factors at the provider replace the portal's code, but one factor doesn't", async () => {
    const account = addAccount();
    const person = await createWorker();
    await giveApp(portal, person.id);
    expect((await signInWith(account)).json()).toMatchObject({ twoFactorRequired: true });
    account.amr = ["pwd", "mfa"];
    expect((await signInWith(account)).json()).toMatchObject({ id: person.id });
  });

  test("two-factor authentication at the provider meets the requirement only for sessions started there [ROLE-17]", async () => {
    const account = addAccount({ amr: ["mfa"] });
    const person = await createWorker();
    await portal.db
      .updateTable("organization")
      .set({ two_factor_roles: ["landlord"] })
      .execute();
    const byProvider = getCookies(await signInWith(account));
    expect((await readMe(byProvider)).twoFactorMissing).toBeUndefined();
    expect((await portal.call("GET", "/api/properties", { cookie: byProvider })).statusCode).toBe(200);
    const byPassword = await signInAs(portal.db, person, portal.clock.now);
    expect((await readMe(byPassword)).twoFactorMissing).toBe(true);
    expect((await portal.call("GET", "/api/properties", { cookie: byPassword })).statusCode).toBe(403);
    // Otherwise a stolen password could add an app to the account.
    const setup = await portal.call("POST", "/api/profile/two-factor/prepare", {
      cookie: byPassword,
      body: { password: "anything" },
    });
    expect(setup.json()).toMatchObject({
      message: "Sign in with your work account to set up two-factor authentication.",
    });
    account.amr = ["pwd"];
    const byOneFactor = getCookies(await signInWith(account));
    expect((await portal.call("GET", "/api/properties", { cookie: byOneFactor })).statusCode).toBe(403);
  });
});
