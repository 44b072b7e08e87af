import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** The public configuration that the web client needs before anyone signs in (requirements, "Health"). */
export const publicConfig = z.object({
  name: z.string(),
  /** The lines of the organization's address, for the letterhead of documents. */
  address: z.array(z.string()),
  /** The URL of the organization's logo, for an `img`. Null for the default logo. */
  logo: z.nullable(z.string()),
  demo: z.nullable(
    z.object({ accounts: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })) }),
  ),
  registration: z.enum(["approval", "invite"]),
  /** Whether people can sign in with a work account. */
  hasWorkAccounts: z.boolean(),
  cardProvider: z.nullable(
    z.object({ kind: z.enum(["stripe", "sandbox"]), publishableKey: z.nullable(z.string()) }),
  ),
  cardFeeRate: z.number(),
  support: z.object({ email: z.string(), phone: z.string() }),
  limits: z.object({ imageBytesMax: z.number(), imagesMax: z.number(), documentBytesMax: z.number() }),
  /** Whether the portal has an account. Without one, the setup link comes first. */
  isSetUp: z.boolean(),
  /** Whether emails reach people. In demo mode, they're shown in the portal. */
  sendsEmails: z.boolean(),
  /** Whether uploaded documents are scanned for viruses. */
  filesAreScanned: z.boolean(),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const readConfig = endpoint({
  method: "GET",
  path: "/api/config",
  action: "config.read",
  summary: "Get demo accounts, registration mode, contacts, and limits",
  response: publicConfig,
});
