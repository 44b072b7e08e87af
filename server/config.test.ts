import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { StartupError } from "./startup-error.ts";

const stripeKeys = {
  STRIPE_SECRET_KEY: "sk_test_hunter2",
  STRIPE_PUBLISHABLE_KEY: "pk_test_hunter3",
  STRIPE_WEBHOOK_SECRET: "whsec_hunter4",
};

const bucket = {
  S3_BUCKET: "papers",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "AKIAHUNTER",
  S3_SECRET_ACCESS_KEY: "hunter2",
};

const provider = {
  OIDC_ISSUER: "https://login.example/tenant",
  OIDC_CLIENT_ID: "portal",
  OIDC_CLIENT_SECRET: "hunter2",
  OIDC_EMAIL_DOMAINS: "Example.com, example.org",
};

const shared = "postgres://portal@db.example/portal";

describe("configuration", () => {
  test("by default, the portal runs the demo on this machine at port 3000", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://127.0.0.1:3000",
      databaseUrl: undefined,
      demo: true,
      registration: "approval",
      trustProxy: [],
      webhookNetworks: [],
      logLevel: "info",
    });
  });

  test("a blank variable counts as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: " ", DEMO: "", PUBLIC_URL: "" })).toEqual(readConfig({}));
  });

  test.each([
    [{}, true],
    [{ HOST: "localhost" }, true],
    [{ HOST: "0.0.0.0" }, false],
    [{ DATABASE_URL: shared }, false],
    [{ PUBLIC_URL: "http://localhost:3000" }, false],
    [{ PUBLIC_URL: "https://portal.example.com" }, false],
    [{ DEMO: "0" }, false],
    [{ DEMO: "1", DATABASE_URL: shared }, true],
    [{ DEMO: "1", PUBLIC_URL: "http://127.0.0.1:8080" }, true],
  ])("with %j, demo mode is %s", (environment, demo) => expect(readConfig(environment).demo).toBe(demo));

  test("PUBLIC_URL is the base of all links, without a trailing slash", () => {
    expect(readConfig({ PUBLIC_URL: "https://portal.example.com/" }).publicUrl).toBe(
      "https://portal.example.com",
    );
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.1:8080"],
    ["::1", "http://[::1]:8080"],
    ["10.0.0.5", "http://10.0.0.5:8080"],
    ["0.0.0.0", "http://localhost:8080"],
    ["::", "http://localhost:8080"],
  ])("without PUBLIC_URL, links to a portal that listens on %s start with %s", (HOST, link) =>
    expect(readConfig({ HOST, PORT: "8080" }).publicUrl).toBe(link),
  );

  test.each([
    [{ PUBLIC_URL: "http://portal.example.com" }, true],
    [{ PUBLIC_URL: "https://portal.example.com", HOST: "0.0.0.0" }, false],
    [{ PUBLIC_URL: "http://localhost:3000", HOST: "0.0.0.0" }, false],
    [{ PUBLIC_URL: "http://127.0.0.1:3000" }, false],
    [{ HOST: "0.0.0.0" }, true],
    [{}, false],
  ])("with %j, passwords are sent unencrypted: %s", (environment, unencrypted) =>
    expect(readConfig(environment).isUnencrypted).toBe(unencrypted),
  );

  test("TRUST_PROXY accepts addresses and ranges", () => {
    expect(readConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual(["10.0.0.0/8", "::1"]);
  });

  test.each([
    ["tcp://scanner.internal:3311", { host: "scanner.internal", port: 3311 }],
    ["tcp://[::1]", { host: "::1", port: 3310 }],
    ["unix:/run/clamav/clamd.sock", { path: "/run/clamav/clamd.sock" }],
  ])("CLAMD_URL %s sets where the virus scanner listens", (text, address) => {
    expect(readConfig({ CLAMD_URL: text }).clamd).toEqual(address);
    expect(readConfig({}).clamd).toBeNull();
  });

  test.each(["scanner:3310", "http://scanner", "unix:", "tcp://", "tcp://scanner/path", "/run/clamd.sock"])(
    "CLAMD_URL %s is rejected",
    (text) => {
      expect(() => readConfig({ CLAMD_URL: text })).toThrow(
        "CLAMD_URL must be the scanner's tcp://host:port or unix:/path.",
      );
    },
  );

  test("PAY-54 the Stripe keys must be set together; without them, payments don't go through Stripe", () => {
    expect(readConfig({}).stripe).toBeNull();
    expect(readConfig(stripeKeys).stripe).toEqual({
      secretKey: "sk_test_hunter2",
      publishableKey: "pk_test_hunter3",
      webhookSecret: "whsec_hunter4",
      apiBase: undefined,
    });
    const restricted = { ...stripeKeys, STRIPE_SECRET_KEY: "rk_test_hunter2" };
    expect(readConfig(restricted).stripe?.secretKey).toBe("rk_test_hunter2");
    const localStripe = { ...stripeKeys, STRIPE_API_BASE: "http://127.0.0.1:4000" };
    expect(readConfig(localStripe).stripe?.apiBase?.port).toBe("4000");
  });

  test("the identity provider's settings must be set together; without them, there are no work accounts", () => {
    expect(readConfig({}).identityProvider).toBeNull();
    expect(readConfig(provider).identityProvider).toEqual({
      issuer: "https://login.example/tenant",
      clientId: "portal",
      clientSecret: "hunter2",
      emailDomains: ["example.com", "example.org"],
    });
    const local = { ...provider, OIDC_ISSUER: "http://127.0.0.1:4000" };
    expect(readConfig(local).identityProvider?.issuer).toBe("http://127.0.0.1:4000");
  });

  test("the settings of a file bucket must be set together; without them, files are stored in the data folder", () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(bucket).s3).toEqual({
      bucket: "papers",
      region: "eu-central-1",
      accessKeyId: "AKIAHUNTER",
      secretAccessKey: "hunter2",
      endpoint: undefined,
    });
    expect(readConfig({ ...bucket, S3_ENDPOINT: "http://127.0.0.1:9000" }).s3?.endpoint?.port).toBe("9000");
  });

  test.each([
    ["PORT", { PORT: "abc" }],
    ["PORT", { PORT: "0" }],
    ["PORT", { PORT: "65536" }],
    ["PORT", { PORT: "3000.5" }],
    ["PORT", { PORT: "-1" }],
    ["DATABASE_URL", { DATABASE_URL: "db.example/portal" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://root:hunter2@db.example/portal" }],
    ["MIGRATE_DATABASE_URL", { MIGRATE_DATABASE_URL: "hunter2", DATABASE_URL: shared }],
    ["MIGRATE_DATABASE_URL", { MIGRATE_DATABASE_URL: shared }],
    ["PUBLIC_URL", { PUBLIC_URL: "portal.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://portal.example.com" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://portal.example.com/portal" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://portal.example.com/?a=b" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://me:hunter2@portal.example.com" }],
    ["SMTP_URL", { SMTP_URL: "mail.example.com" }],
    ["SMTP_URL", { SMTP_URL: "http://mail.example.com" }],
    ["DEMO", { DEMO: "yes" }],
    ["DEMO", { DEMO: "1", PUBLIC_URL: "https://portal.example.com" }],
    ["DEMO", { DEMO: "1", PUBLIC_URL: "https://127.evil.example" }],
    ["DEMO", { DEMO: "1", STRIPE_SECRET_KEY: "sk_live_hunter2" }],
    ["DEMO", { ...stripeKeys, DEMO: "1", STRIPE_SECRET_KEY: "rk_live_hunter2" }],
    ["STRIPE_SECRET_KEY", { ...stripeKeys, STRIPE_SECRET_KEY: "" }],
    ["STRIPE_SECRET_KEY", { ...stripeKeys, STRIPE_SECRET_KEY: "hunter2" }],
    ["STRIPE_PUBLISHABLE_KEY", { ...stripeKeys, STRIPE_PUBLISHABLE_KEY: "" }],
    ["STRIPE_PUBLISHABLE_KEY", { ...stripeKeys, STRIPE_PUBLISHABLE_KEY: "sk_test_hunter2" }],
    ["STRIPE_PUBLISHABLE_KEY", { ...stripeKeys, STRIPE_PUBLISHABLE_KEY: "pk_live_hunter2" }],
    ["STRIPE_WEBHOOK_SECRET", { ...stripeKeys, STRIPE_WEBHOOK_SECRET: "" }],
    ["STRIPE_WEBHOOK_SECRET", { ...stripeKeys, STRIPE_WEBHOOK_SECRET: "hunter2" }],
    ["STRIPE_API_BASE", { ...stripeKeys, STRIPE_API_BASE: "http://stripe.example" }],
    ["STRIPE_API_BASE", { ...stripeKeys, STRIPE_API_BASE: "http://127.0.0.1:4000/v1" }],
    ["STRIPE_API_BASE", { ...stripeKeys, STRIPE_API_BASE: "ftp://127.0.0.1" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "http://login.example" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0" }],
    ["OIDC_CLIENT_ID", { ...provider, OIDC_CLIENT_ID: "" }],
    ["OIDC_CLIENT_SECRET", { ...provider, OIDC_CLIENT_SECRET: "" }],
    ["OIDC_EMAIL_DOMAINS", { ...provider, OIDC_EMAIL_DOMAINS: "" }],
    ["OIDC_EMAIL_DOMAINS", { ...provider, OIDC_EMAIL_DOMAINS: "*" }],
    ["S3_BUCKET", { ...bucket, S3_BUCKET: "" }],
    ["S3_BUCKET", { ...bucket, S3_BUCKET: "Papers/2026" }],
    ["S3_BUCKET", { S3_ENDPOINT: "http://127.0.0.1:9000" }],
    ["S3_REGION", { ...bucket, S3_REGION: "" }],
    ["S3_REGION", { ...bucket, S3_REGION: "eu central" }],
    ["S3_ACCESS_KEY_ID", { ...bucket, S3_ACCESS_KEY_ID: "" }],
    ["S3_SECRET_ACCESS_KEY", { ...bucket, S3_SECRET_ACCESS_KEY: "" }],
    ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "s3.example.com" }],
    ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "https://s3.example.com/papers" }],
    ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "https://me:hunter2@s3.example.com" }],
    ["SECRET_KEY", { SECRET_KEY: "hunter2" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "hunter2" }],
    ["REGISTRATION", { REGISTRATION: "open" }],
    ["TRUST_PROXY", { TRUST_PROXY: "all" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/99" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/8/8" }],
    ["WEBHOOK_NETWORKS", { WEBHOOK_NETWORKS: "all" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ] as [string, Record<string, string>][])(
    "an invalid %s is reported by name in one message: %j",
    (name, environment) => {
      const start = () => readConfig(environment);
      expect(start).toThrow(StartupError);
      expect(start).toThrow(new RegExp(`^${name} [^\\n]*\\.$`));
      expect(start).not.toThrow("hunter2");
    },
  );
});
