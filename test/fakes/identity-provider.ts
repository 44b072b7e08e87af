import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";

/** A person at the provider. Tests change the fields between sign-ins. */
export interface ProviderAccount {
  /** The subject, which never changes. */
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  /** How the provider checked the person. `mfa` means two factors. */
  amr?: string[];
}

/** `oidc-provider`, a complete OpenID Connect provider, on this machine. */
export interface TestProvider {
  issuer: string;
  /** The variables of a portal that uses it for addresses at `example.com`. */
  environment: Record<string, string>;
  accounts: ProviderAccount[];
  /** The subject to sign in without a page. Null for a page with a button for each account. */
  signsIn: string | null;
  /** Sends browsers back to the portal at this URL. */
  acceptPortal(publicUrl: string): void;
  /** Follows the URL of a started sign-in like a browser. Returns the query of the portal's URL it ends at. */
  visit(url: string): Promise<string>;
  /** Stops responding until `start` is called. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const clientSecret = "secret-of-the-portal-at-the-provider";

export async function startIdentityProvider(): Promise<TestProvider> {
  const server = createServer();
  const start = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await start(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const testProvider: TestProvider = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "portal",
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_EMAIL_DOMAINS: "example.com",
    },
    accounts: [],
    signsIn: null,
    acceptPortal(publicUrl) {
      const handle = createProvider(publicUrl, testProvider).callback();
      server.on("request", (request, response) => void handle(request, response));
    },
    visit: followRedirects,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => start(port),
  };
  return testProvider;
}

function createProvider(publicUrl: string, testProvider: TestProvider): Provider {
  const provider = new Provider(testProvider.issuer, configure(publicUrl, testProvider));
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith("/interaction/")) return next();
    const subject = ctx.query["sub"]?.toString() ?? testProvider.signsIn;
    if (subject === null) {
      ctx.type = "html";
      ctx.body = renderChoice(testProvider.accounts);
      return;
    }
    const account = testProvider.accounts.find(({ sub }) => sub === subject);
    const result =
      account === undefined
        ? { error: "access_denied" }
        : { login: { accountId: subject, amr: account.amr ?? ["pwd"], remember: false } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  });
  return provider;
}

function configure(publicUrl: string, { accounts }: TestProvider): Configuration {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: "portal",
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/work-account`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "test", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["a key for the cookies of the provider"] },
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, sub) => {
      const account = accounts.find((one) => one.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    // The provider doesn't ask people whether the portal can read their address.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

const renderChoice = (accounts: readonly ProviderAccount[]) => `<!doctype html><title>Provider</title><form>
  ${accounts.map(({ sub, name }) => `<button name="sub" value="${sub}">${name}</button>`).join("")}</form>`;

async function followRedirects(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const provider = new URL(start).origin;
  let url = new URL(start);
  while (url.origin === provider) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const header of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (header.split(";", 1)[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url.search.slice(1);
}
