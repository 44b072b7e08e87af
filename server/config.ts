import { isIP } from "node:net";
import path from "node:path";
import { projectRoot } from "./project-root.ts";
import { StartupError } from "./startup-error.ts";

/** The configuration of one process, read once at startup (requirements, "Environment"). */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateDatabaseUrl: string | undefined;
  /** The base of links, without a trailing slash. */
  publicUrl: string;
  /** Whether passwords are sent to other machines without TLS. */
  isUnencrypted: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: boolean;
  registration: "approval" | "invite";
  trustProxy: string[];
  /** The private networks that webhooks can reach, even without TLS. */
  webhookNetworks: string[];
  secretKey: string | undefined;
  /** Null if people can't sign in with a work account. */
  identityProvider: IdentityProviderSettings | null;
  /** Null if payments don't go through Stripe. */
  stripe: StripeSettings | null;
  /** Null if files are stored in the data folder. */
  s3: S3Settings | null;
  /** Null if there are no automatic backups. */
  backup: BackupSettings | null;
  /** Where the virus scanner listens. Null if files aren't scanned. */
  clamd: ClamdAddress | null;
  /** Undefined if there is no `/metrics` endpoint. */
  metricsToken: string | undefined;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

export interface StripeSettings {
  secretKey: string;
  /** Identifies the account in the browser. */
  publishableKey: string;
  /** Signs the events Stripe sends. */
  webhookSecret: string;
  /** The API's base URL. Stripe's own if undefined. */
  apiBase: URL | undefined;
}

/** The OpenID Connect provider of the organization's work accounts (requirements, "Work accounts"). */
export interface IdentityProviderSettings {
  /** Must match the issuer in the provider's tokens exactly. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The domains whose addresses the provider manages, in lowercase. */
  emailDomains: string[];
}

export interface BackupSettings {
  folder: string;
  /** The time of day in UTC, as `HH:MM`. */
  backupTime: string;
  /** The number of archives to keep. */
  archivesToKeep: number;
}

/** The options `net.connect` accepts. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** A bucket on S3-compatible object storage. */
export interface S3Settings {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Amazon's own if undefined. */
  endpoint: URL | undefined;
}

const configError = (name: string, rule: string) => new StartupError(`${name} ${rule}`);

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));

/** Whether `entry` is an IP address or a range such as `10.0.0.0/8`. */
function isAddressOrRange(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseRanges(name: string, value = ""): string[] {
  const entries = value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (!entries.every(isAddressOrRange))
    throw configError(name, "must be a comma-separated list of IP addresses or ranges.");
  return entries;
}

function parseUrl(name: string, value: string, protocols: string[]): URL {
  const parsed = URL.parse(value);
  if (parsed === null || !protocols.includes(parsed.protocol))
    throw configError(name, `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}.`);
  return parsed;
}

function parseOption<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const option = allowed.find((entry) => entry === value);
  if (option === undefined) throw configError(name, `must be one of ${allowed.join(", ")}.`);
  return option;
}

/**
 * Reads the configuration from environment variables.
 * @throws StartupError with a message that names the variable, if a value is invalid
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const readVariable = (name: string) => {
    const text = environment[name]?.trim();
    return text === "" ? undefined : text;
  };
  const port = parsePort(readVariable("PORT") ?? "3000");
  const host = readVariable("HOST") ?? "127.0.0.1";
  const databaseUrl = readVariable("DATABASE_URL");
  if (databaseUrl !== undefined) parseUrl("DATABASE_URL", databaseUrl, ["postgres:", "postgresql:"]);
  const migrateDatabaseUrl = readVariable("MIGRATE_DATABASE_URL");
  if (migrateDatabaseUrl !== undefined)
    parseUrl("MIGRATE_DATABASE_URL", migrateDatabaseUrl, ["postgres:", "postgresql:"]);
  if (migrateDatabaseUrl !== undefined && databaseUrl === undefined)
    throw configError("MIGRATE_DATABASE_URL", "requires DATABASE_URL, which isn't set.");
  const publicUrl = parsePublicUrl(readVariable("PUBLIC_URL"));
  const smtpUrl = readVariable("SMTP_URL");
  if (smtpUrl !== undefined) parseUrl("SMTP_URL", smtpUrl, ["smtp:", "smtps:"]);
  const demoText = readVariable("DEMO");
  const demo =
    demoText === undefined
      ? publicUrl === undefined && databaseUrl === undefined && isLoopback(host)
      : parseOption("DEMO", demoText, ["0", "1"]) === "1";
  if (demo && publicUrl !== undefined && !isLoopback(publicUrl.hostname))
    throw configError(
      "DEMO",
      "can't be 1 when PUBLIC_URL is public: anyone could sign in with the demo accounts.",
    );
  if (demo && /^(sk|rk)_live/.test(readVariable("STRIPE_SECRET_KEY") ?? ""))
    throw configError("DEMO", "can't be 1 with a live Stripe key in STRIPE_SECRET_KEY.");
  return {
    port,
    host,
    dataDir: path.resolve(projectRoot, readVariable("DATA_DIR") ?? "data"),
    databaseUrl,
    migrateDatabaseUrl,
    publicUrl: publicUrl === undefined ? `http://${getLinkHost(host)}:${port}` : publicUrl.origin,
    isUnencrypted: publicUrl?.protocol !== "https:" && !isLoopback(publicUrl?.hostname ?? host),
    smtpUrl,
    mailFrom: readVariable("MAIL_FROM") ?? "Property Management Portal <portal@localhost>",
    demo,
    registration: parseOption("REGISTRATION", readVariable("REGISTRATION") ?? "approval", [
      "approval",
      "invite",
    ]),
    trustProxy: parseRanges("TRUST_PROXY", readVariable("TRUST_PROXY")),
    webhookNetworks: parseRanges("WEBHOOK_NETWORKS", readVariable("WEBHOOK_NETWORKS")),
    secretKey: requireLongSecret("SECRET_KEY", readVariable("SECRET_KEY")),
    identityProvider: readIdentityProvider({
      OIDC_ISSUER: readVariable("OIDC_ISSUER"),
      OIDC_CLIENT_ID: readVariable("OIDC_CLIENT_ID"),
      OIDC_CLIENT_SECRET: readVariable("OIDC_CLIENT_SECRET"),
      OIDC_EMAIL_DOMAINS: readVariable("OIDC_EMAIL_DOMAINS"),
    }),
    stripe: readStripeSettings({
      STRIPE_SECRET_KEY: readVariable("STRIPE_SECRET_KEY"),
      STRIPE_PUBLISHABLE_KEY: readVariable("STRIPE_PUBLISHABLE_KEY"),
      STRIPE_WEBHOOK_SECRET: readVariable("STRIPE_WEBHOOK_SECRET"),
      STRIPE_API_BASE: readVariable("STRIPE_API_BASE"),
    }),
    backup: readBackupSettings({
      BACKUP_DIR: readVariable("BACKUP_DIR"),
      BACKUP_AT: readVariable("BACKUP_AT"),
      BACKUP_KEEP: readVariable("BACKUP_KEEP"),
    }),
    clamd: readClamdAddress(readVariable("CLAMD_URL")),
    s3: readS3Settings({
      S3_BUCKET: readVariable("S3_BUCKET"),
      S3_REGION: readVariable("S3_REGION"),
      S3_ACCESS_KEY_ID: readVariable("S3_ACCESS_KEY_ID"),
      S3_SECRET_ACCESS_KEY: readVariable("S3_SECRET_ACCESS_KEY"),
      S3_ENDPOINT: readVariable("S3_ENDPOINT"),
    }),
    metricsToken: requireLongSecret("METRICS_TOKEN", readVariable("METRICS_TOKEN")),
    logLevel: parseOption("LOG_LEVEL", readVariable("LOG_LEVEL") ?? "info", [
      "fatal",
      "error",
      "warn",
      "info",
      "debug",
      "trace",
      "silent",
    ]),
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw configError("PORT", "must be a number from 1 to 65535.");
  return port;
}

function parsePublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl("PUBLIC_URL", text, ["http:", "https:"]);
  if (url.href !== `${url.origin}/`)
    throw configError(
      "PUBLIC_URL",
      "must be just the origin, such as https://portal.example.com, with no path.",
    );
  return url;
}

function requireLongSecret(name: string, secret: string | undefined): string | undefined {
  if (secret !== undefined && secret.length < 32) throw configError(name, "must be at least 32 characters.");
  return secret;
}

type StripeVariable =
  | "STRIPE_SECRET_KEY"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_API_BASE";

/** The keys must be set together and belong to the same mode. */
function readStripeSettings(variables: Record<StripeVariable, string | undefined>): StripeSettings | null {
  const apiBaseText = variables.STRIPE_API_BASE;
  const apiBase = apiBaseText === undefined ? undefined : parseUrl("STRIPE_API_BASE", apiBaseText, ["http:"]);
  if (apiBase !== undefined && (!isLoopback(apiBase.hostname) || apiBase.href !== `${apiBase.origin}/`))
    throw configError("STRIPE_API_BASE", "must be a local URL. It's only for testing.");
  const [secretKey, publishableKey, webhookSecret] = [
    variables.STRIPE_SECRET_KEY,
    variables.STRIPE_PUBLISHABLE_KEY,
    variables.STRIPE_WEBHOOK_SECRET,
  ];
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined) throw configError("STRIPE_SECRET_KEY", missingKey);
  if (publishableKey === undefined) throw configError("STRIPE_PUBLISHABLE_KEY", missingKey);
  if (webhookSecret === undefined) throw configError("STRIPE_WEBHOOK_SECRET", missingKey);
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    throw configError("STRIPE_SECRET_KEY", "must be a Stripe key that starts with sk_ or rk_.");
  if (!/^pk_(test|live)_\w+$/.test(publishableKey))
    throw configError(
      "STRIPE_PUBLISHABLE_KEY",
      "must be a Stripe key that starts with pk_. Secret keys must never be sent to browsers.",
    );
  if (!/^whsec_\S+$/.test(webhookSecret))
    throw configError(
      "STRIPE_WEBHOOK_SECRET",
      "must be the webhook signing secret, which starts with whsec_.",
    );
  if (secretKey.includes("_live_") !== publishableKey.includes("_live_"))
    throw configError(
      "STRIPE_PUBLISHABLE_KEY",
      "must be in the same mode as STRIPE_SECRET_KEY: both test or both live.",
    );
  return { secretKey, publishableKey, webhookSecret, apiBase };
}

const missingKey =
  "must also be set. STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET are required together.";

type IdentityVariable = "OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_EMAIL_DOMAINS";

/** The variables must be set together. */
function readIdentityProvider(
  variables: Record<IdentityVariable, string | undefined>,
): IdentityProviderSettings | null {
  if (Object.values(variables).every((text) => text === undefined)) return null;
  const readRequired = (name: IdentityVariable): string => {
    const text = variables[name];
    if (text === undefined)
      throw configError(
        name,
        "must also be set. OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, and OIDC_EMAIL_DOMAINS are required together.",
      );
    return text;
  };
  const issuer = readRequired("OIDC_ISSUER");
  const { protocol, hostname, pathname } = parseUrl("OIDC_ISSUER", issuer, ["https:", "http:"]);
  if (protocol === "http:" && !isLoopback(hostname))
    throw configError(
      "OIDC_ISSUER",
      "must start with https://. Only a provider on this machine can use http.",
    );
  // These issuers would let anyone with a Microsoft account sign in with any address.
  if (hostname === "login.microsoftonline.com" && /^\/(common|organizations|consumers)\b/i.test(pathname))
    throw configError(
      "OIDC_ISSUER",
      "must name your own tenant: https://login.microsoftonline.com/TENANT-ID/v2.0.",
    );
  const emailDomains = readRequired("OIDC_EMAIL_DOMAINS")
    .toLowerCase()
    .split(",")
    .map((domain) => domain.trim());
  if (!emailDomains.every((domain) => /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain)))
    throw configError(
      "OIDC_EMAIL_DOMAINS",
      "must be a comma-separated list of domains, such as example.com.",
    );
  return {
    issuer,
    clientId: readRequired("OIDC_CLIENT_ID"),
    clientSecret: readRequired("OIDC_CLIENT_SECRET"),
    emailDomains,
  };
}

type BackupVariable = "BACKUP_DIR" | "BACKUP_AT" | "BACKUP_KEEP";

function readBackupSettings({
  BACKUP_DIR: folder,
  BACKUP_AT: backupTime = "03:00",
  BACKUP_KEEP: archivesToKeep = "14",
}: Record<BackupVariable, string | undefined>): BackupSettings | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(backupTime))
    throw configError("BACKUP_AT", "must be a UTC time, such as 03:00.");
  if (!/^[1-9]\d{0,3}$/.test(archivesToKeep))
    throw configError("BACKUP_KEEP", "must be a number from 1 to 9999.");
  return folder === undefined
    ? null
    : { folder: path.resolve(projectRoot, folder), backupTime, archivesToKeep: Number(archivesToKeep) };
}

function readClamdAddress(text: string | undefined): ClamdAddress | null {
  if (text === undefined) return null;
  const parsed = URL.parse(text);
  const isSocket = parsed?.protocol === "unix:" && parsed.hostname === "" && parsed.pathname.length > 1;
  if (isSocket) return { path: decodeURIComponent(parsed.pathname) };
  if (parsed?.protocol !== "tcp:" || parsed.hostname === "" || parsed.pathname.length > 1)
    throw configError("CLAMD_URL", "must be the scanner's tcp://host:port or unix:/path.");
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? 3310 : Number(parsed.port),
  };
}

type S3Variable = "S3_BUCKET" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_ENDPOINT";

/** The variables must be set together. Only the endpoint is optional. */
function readS3Settings(variables: Record<S3Variable, string | undefined>): S3Settings | null {
  if (Object.values(variables).every((text) => text === undefined)) return null;
  const readRequired = (name: Exclude<S3Variable, "S3_ENDPOINT">): string => {
    const text = variables[name];
    if (text === undefined)
      throw configError(
        name,
        "must also be set. S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY are required together.",
      );
    return text;
  };
  const bucket = readRequired("S3_BUCKET");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw configError(
      "S3_BUCKET",
      "must be a valid bucket name: 3 to 63 lowercase letters, digits, dots, and hyphens.",
    );
  const region = readRequired("S3_REGION");
  if (!/^[a-z0-9-]{1,50}$/.test(region))
    throw configError("S3_REGION", "must be a region, such as us-east-1.");
  const endpoint =
    variables.S3_ENDPOINT === undefined
      ? undefined
      : parseUrl("S3_ENDPOINT", variables.S3_ENDPOINT, ["http:", "https:"]);
  if (endpoint !== undefined && endpoint.href !== `${endpoint.origin}/`)
    throw configError(
      "S3_ENDPOINT",
      "must be just the origin, such as https://s3.example.com, with no path or credentials.",
    );
  return {
    bucket,
    region,
    accessKeyId: readRequired("S3_ACCESS_KEY_ID"),
    secretAccessKey: readRequired("S3_SECRET_ACCESS_KEY"),
    endpoint,
  };
}

/**
 * Returns the host for links to a portal that listens on `host`. A portal that listens on all addresses is
 * linked as localhost.
 */
function getLinkHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
