import pino from "pino";
import type { Config } from "./config.ts";

/**
 * The log: JSON lines with the instant in milliseconds since 1970 (UTC). It names requests by id, method, address and network,
 * and holds no cookie, password or token.
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

/** The query of a link can hold one-time tokens, code handles and payment secrets, which must not be logged. */
const withoutSecrets = (url: string) =>
  url.replace(/([?&](?:token|setup|invitation|userId|payment_intent_client_secret)=)[^&]*/g, "$1…");
