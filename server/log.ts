import pino from "pino";
import type { Config } from "./config.ts";

/**
 * Opens the log: JSON lines with the time in milliseconds since 1970 (UTC). It identifies requests by id,
 * method, URL and network address, and contains no cookies, passwords or tokens.
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

/** Removes one-time tokens, code handles and payment secrets from a link's query. They must not be logged. */
const withoutSecrets = (url: string) =>
  url.replace(/([?&](?:token|setup|invitation|userId|payment_intent_client_secret)=)[^&]*/g, "$1…");
