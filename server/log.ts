import pino from "pino";
import type { Config } from "./config.ts";

/**
 * Opens the log: JSON lines with the time in milliseconds since 1970 (UTC). Requests have their id, method,
 * URL, and network address. The log contains no cookies, passwords, or tokens.
 */
export const openLog = (level: Config["logLevel"], output: pino.DestinationStream): pino.Logger =>
  pino(
    {
      level,
      redact: ["req.headers.cookie", "req.headers.authorization", "*.password", "*.token", "*.setupToken"],
      serializers: { req: ({ id, method, url, ip }) => ({ id, method, url: withoutSecrets(url), ip }) },
    },
    output,
  );

/** Keeps only the parameter names of the query, because any value could be a secret. */
const withoutSecrets = (url: string) => {
  const [path, ...query] = url.split(/[?&]/);
  const names = query.map((part) => (/^[a-z][\w-]{0,40}=/i.exec(part)?.[0] ?? "") + "…");
  return names.length === 0 ? path : `${path}?${names.join("&")}`;
};
