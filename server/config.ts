import { isIP } from "node:net";
import path from "node:path";
import { projectRoot } from "./project-root.ts";
import { StartRefused } from "./start-refused.ts";

/** The settings of one process, read once at boot (requirements, "Environment"). */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateDatabaseUrl: string | undefined;
  /** The beginning of links, without a trailing slash. */
  publicUrl: string;
  /** Whether passwords reach other machines without TLS. */
  isUnencrypted: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  demo: boolean;
  registration: "approval" | "invite";
  trustProxy: string[];
  /** The private networks that webhooks may reach, also without TLS. */
  webhookNetworks: string[];
  secretKey: string | undefined;
  /** Null: payments do not go through Stripe. */
  stripe: StripeSettings | null;
  /** Null: files are kept in the data folder. */
  s3: S3Settings | null;
  /** Null: no backups are made by themselves. */
  backup: BackupSettings | null;
  /** Where the virus scanner listens; null: files are not scanned. */
  clamd: ClamdAddress | null;
  /** Undefined: there is no `/metrics`. */
  metricsToken: string | undefined;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

export interface StripeSettings {
  secretKey: string;
  /** Identifies the account in the browser. */
  publishableKey: string;
  /** Signs the events that Stripe sends. */
  webhookSecret: string;
  /** The address of the API; Stripe's own when undefined. */
  apiBase: URL | undefined;
}

export interface BackupSettings {
  folder: string;
  /** The time of the day in UTC, as `HH:MM`. */
  at: string;
  /** How many archives are kept. */
  keep: number;
}

/** As `net.connect` takes it. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** A bucket of an S3-compatible object storage. */
export interface S3Settings {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Amazon's own when undefined. */
  endpoint: URL | undefined;
}

const refuse = (name: string, rule: string) => new StartRefused(`${name} ${rule}`);

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));

/** An IP address, or a range such as `10.0.0.0/8`. */
function isRange(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function rangesOf(name: string, value = ""): string[] {
  const entries = value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (!entries.every(isRange))
    throw refuse(name, "must be a list of addresses or ranges, separated by commas.");
  return entries;
}

function url(name: string, value: string, protocols: string[]): URL {
  const parsed = URL.parse(value);
  if (parsed === null || !protocols.includes(parsed.protocol))
    throw refuse(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}.`);
  return parsed;
}

function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((entry) => entry === value);
  if (found === undefined) throw refuse(name, `must be one of ${allowed.join(", ")}.`);
  return found;
}

/** @throws StartRefused with one sentence that names the variable, when a value is invalid. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const value = (name: string) => {
    const text = environment[name]?.trim();
    return text === "" ? undefined : text;
  };
  const portText = value("PORT") ?? "3000";
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port < 1 || port > 65_535)
    throw refuse("PORT", "must be a number from 1 to 65535.");
  const host = value("HOST") ?? "127.0.0.1";
  const databaseUrl = value("DATABASE_URL");
  if (databaseUrl !== undefined) url("DATABASE_URL", databaseUrl, ["postgres:", "postgresql:"]);
  const migrateDatabaseUrl = value("MIGRATE_DATABASE_URL");
  if (migrateDatabaseUrl !== undefined)
    url("MIGRATE_DATABASE_URL", migrateDatabaseUrl, ["postgres:", "postgresql:"]);
  if (migrateDatabaseUrl !== undefined && databaseUrl === undefined)
    throw refuse("MIGRATE_DATABASE_URL", "names another role for DATABASE_URL, which is not set.");
  const publicUrlText = value("PUBLIC_URL");
  const publicUrl =
    publicUrlText === undefined ? undefined : url("PUBLIC_URL", publicUrlText, ["http:", "https:"]);
  if (publicUrl !== undefined && publicUrl.href !== `${publicUrl.origin}/`)
    throw refuse(
      "PUBLIC_URL",
      "must be the address alone, such as https://portal.example.com, without a path.",
    );
  const smtpUrl = value("SMTP_URL");
  if (smtpUrl !== undefined) url("SMTP_URL", smtpUrl, ["smtp:", "smtps:"]);
  const demoText = value("DEMO");
  const demo =
    demoText === undefined
      ? publicUrl === undefined && databaseUrl === undefined && isLoopback(host)
      : oneOf("DEMO", demoText, ["0", "1"]) === "1";
  if (demo && publicUrl !== undefined && !isLoopback(publicUrl.hostname))
    throw refuse(
      "DEMO",
      "must not be 1 while PUBLIC_URL is a public address: anyone could sign in with the demo accounts.",
    );
  if (demo && /^(sk|rk)_live/.test(value("STRIPE_SECRET_KEY") ?? ""))
    throw refuse("DEMO", "must not be 1 together with a live card key in STRIPE_SECRET_KEY.");
  const secretKey = value("SECRET_KEY");
  if (secretKey !== undefined && secretKey.length < 32)
    throw refuse("SECRET_KEY", "must have at least 32 characters.");
  const metricsToken = value("METRICS_TOKEN");
  if (metricsToken !== undefined && metricsToken.length < 32)
    throw refuse("METRICS_TOKEN", "must have at least 32 characters.");
  return {
    port,
    host,
    dataDir: path.resolve(projectRoot, value("DATA_DIR") ?? "data"),
    databaseUrl,
    migrateDatabaseUrl,
    publicUrl: publicUrl === undefined ? `http://${linkHostOf(host)}:${port}` : publicUrl.origin,
    isUnencrypted: publicUrl?.protocol !== "https:" && !isLoopback(publicUrl?.hostname ?? host),
    smtpUrl,
    mailFrom: value("MAIL_FROM") ?? "Property Management Portal <portal@localhost>",
    demo,
    registration: oneOf("REGISTRATION", value("REGISTRATION") ?? "approval", ["approval", "invite"]),
    trustProxy: rangesOf("TRUST_PROXY", value("TRUST_PROXY")),
    webhookNetworks: rangesOf("WEBHOOK_NETWORKS", value("WEBHOOK_NETWORKS")),
    secretKey,
    stripe: stripeOf({
      STRIPE_SECRET_KEY: value("STRIPE_SECRET_KEY"),
      STRIPE_PUBLISHABLE_KEY: value("STRIPE_PUBLISHABLE_KEY"),
      STRIPE_WEBHOOK_SECRET: value("STRIPE_WEBHOOK_SECRET"),
      STRIPE_API_BASE: value("STRIPE_API_BASE"),
    }),
    backup: backupOf({
      BACKUP_DIR: value("BACKUP_DIR"),
      BACKUP_AT: value("BACKUP_AT"),
      BACKUP_KEEP: value("BACKUP_KEEP"),
    }),
    clamd: clamdOf(value("CLAMD_URL")),
    s3: s3Of({
      S3_BUCKET: value("S3_BUCKET"),
      S3_REGION: value("S3_REGION"),
      S3_ACCESS_KEY_ID: value("S3_ACCESS_KEY_ID"),
      S3_SECRET_ACCESS_KEY: value("S3_SECRET_ACCESS_KEY"),
      S3_ENDPOINT: value("S3_ENDPOINT"),
    }),
    metricsToken,
    logLevel: oneOf("LOG_LEVEL", value("LOG_LEVEL") ?? "info", [
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

type StripeVariable =
  | "STRIPE_SECRET_KEY"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_API_BASE";

/** The keys are set together or not at all, and all belong to one mode. */
function stripeOf(given: Record<StripeVariable, string | undefined>): StripeSettings | null {
  const base = given.STRIPE_API_BASE;
  const apiBase = base === undefined ? undefined : url("STRIPE_API_BASE", base, ["http:"]);
  if (apiBase !== undefined && (!isLoopback(apiBase.hostname) || apiBase.href !== `${apiBase.origin}/`))
    throw refuse("STRIPE_API_BASE", "must be an address on this machine; it is meant for tests.");
  const [secretKey, publishableKey, webhookSecret] = [
    given.STRIPE_SECRET_KEY,
    given.STRIPE_PUBLISHABLE_KEY,
    given.STRIPE_WEBHOOK_SECRET,
  ];
  if (secretKey === undefined && publishableKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined) throw refuse("STRIPE_SECRET_KEY", missingKey);
  if (publishableKey === undefined) throw refuse("STRIPE_PUBLISHABLE_KEY", missingKey);
  if (webhookSecret === undefined) throw refuse("STRIPE_WEBHOOK_SECRET", missingKey);
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    throw refuse(
      "STRIPE_SECRET_KEY",
      "must be a key that begins with sk_ or rk_, as the dashboard shows it.",
    );
  if (!/^pk_(test|live)_\w+$/.test(publishableKey))
    throw refuse(
      "STRIPE_PUBLISHABLE_KEY",
      "must be a key that begins with pk_, as the dashboard shows it; secret keys never go to browsers.",
    );
  if (!/^whsec_\S+$/.test(webhookSecret))
    throw refuse(
      "STRIPE_WEBHOOK_SECRET",
      "must be the secret of the webhook endpoint, which begins with whsec_.",
    );
  if (secretKey.includes("_live_") !== publishableKey.includes("_live_"))
    throw refuse(
      "STRIPE_PUBLISHABLE_KEY",
      "must be of the same mode as STRIPE_SECRET_KEY, both test or both live.",
    );
  return { secretKey, publishableKey, webhookSecret, apiBase };
}

const missingKey =
  "must be set as well: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong together.";

type BackupVariable = "BACKUP_DIR" | "BACKUP_AT" | "BACKUP_KEEP";

function backupOf({
  BACKUP_DIR: folder,
  BACKUP_AT: at = "03:00",
  BACKUP_KEEP: keep = "14",
}: Record<BackupVariable, string | undefined>): BackupSettings | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw refuse("BACKUP_AT", "must be a time in UTC, such as 03:00.");
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw refuse("BACKUP_KEEP", "must be a number from 1 to 9999.");
  return folder === undefined ? null : { folder: path.resolve(projectRoot, folder), at, keep: Number(keep) };
}

function clamdOf(text: string | undefined): ClamdAddress | null {
  if (text === undefined) return null;
  const parsed = URL.parse(text);
  const isSocket = parsed?.protocol === "unix:" && parsed.hostname === "" && parsed.pathname.length > 1;
  if (isSocket) return { path: decodeURIComponent(parsed.pathname) };
  if (parsed?.protocol !== "tcp:" || parsed.hostname === "" || parsed.pathname.length > 1)
    throw refuse("CLAMD_URL", "must be tcp://host:port or unix:/path of the virus scanner.");
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? 3310 : Number(parsed.port),
  };
}

type S3Variable = "S3_BUCKET" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_ENDPOINT";

/** The variables are set together or not at all; only the endpoint is optional. */
function s3Of(given: Record<S3Variable, string | undefined>): S3Settings | null {
  if (Object.values(given).every((text) => text === undefined)) return null;
  const needed = (name: Exclude<S3Variable, "S3_ENDPOINT">): string => {
    const text = given[name];
    if (text === undefined)
      throw refuse(
        name,
        "must be set as well: S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.",
      );
    return text;
  };
  const bucket = needed("S3_BUCKET");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw refuse(
      "S3_BUCKET",
      "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.",
    );
  const region = needed("S3_REGION");
  if (!/^[a-z0-9-]{1,50}$/.test(region))
    throw refuse("S3_REGION", "must be the name of a region, such as eu-central-1.");
  const endpoint =
    given.S3_ENDPOINT === undefined ? undefined : url("S3_ENDPOINT", given.S3_ENDPOINT, ["http:", "https:"]);
  if (endpoint !== undefined && endpoint.href !== `${endpoint.origin}/`)
    throw refuse(
      "S3_ENDPOINT",
      "must be the address alone, such as https://s3.example.com, without a path or a name to sign in with.",
    );
  return {
    bucket,
    region,
    accessKeyId: needed("S3_ACCESS_KEY_ID"),
    secretAccessKey: needed("S3_SECRET_ACCESS_KEY"),
    endpoint,
  };
}

/** The host of links to a portal that listens on `host`: one that listens on all addresses is found on its own machine. */
function linkHostOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
