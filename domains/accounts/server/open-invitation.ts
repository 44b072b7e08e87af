import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { lookUpInvitation as lookUpEndpoint } from "../invitation-contract.ts";
import { type InvitationRow, readInvitation } from "./invitation-queries.ts";
import { hashOf } from "./tokens.ts";

const wrong = (message: string) => invalid({ invitationToken: message });

/** The token as it is mailed: with a proof that only the owner of the mailbox receives. */
export const asMailed = ({ secretKey }: Pick<Ctx, "secretKey">, token: string): string =>
  `${token}.${createHmac("sha256", secretKey).update(`invitation mailed ${token}`).digest("base64url")}`;

const bare = (token: string) => token.split(".", 1)[0] ?? "";

/** Whether `token` was mailed to the invited address, and not handed over by the inviter. */
export function isMailed(ctx: Pick<Ctx, "secretKey">, token: string): boolean {
  const [given, mailed] = [token, asMailed(ctx, bare(token))].map(hashOf) as [Buffer, Buffer];
  return timingSafeEqual(given, mailed);
}

/**
 * The open invitation with this token, mailed or handed over.
 * @throws AppError invalid, with a sentence that says why it cannot be accepted
 */
export async function openInvitation(ctx: { db: Db; now: Date }, token: string): Promise<InvitationRow> {
  const found = await readInvitation(ctx, sql`i.token_hash = ${hashOf(bare(token))}`);
  if (found === undefined)
    throw wrong(
      "This invitation link is not valid. Please open the newest email, or ask whoever invited you for another.",
    );
  if (found.state === "accepted")
    throw wrong("This invitation was accepted already. Please sign in with the password you chose.");
  if (found.state === "withdrawn")
    throw wrong("This invitation was withdrawn. Please ask whoever invited you.");
  if (found.state === "expired")
    throw wrong("This invitation has expired. Please ask whoever invited you for another.");
  return found;
}

/** The same, locked together with all others to this address in the order of their ids, as accepting one ends the others. */
export async function lockOpenInvitation(ctx: { db: Db; now: Date }, token: string): Promise<InvitationRow> {
  await sql`
    select id from invitations where lower(email) = (select lower(email) from invitations where token_hash = ${hashOf(bare(token))})
    order by id for update`.execute(ctx.db);
  return openInvitation(ctx, token);
}

/** The invitation as the invited person sees it before choosing a password. @throws AppError invalid */
export async function lookUpInvitation(ctx: Ctx, token: string): Promise<ResponseOf<typeof lookUpEndpoint>> {
  const found = await openInvitation(ctx, token);
  return {
    email: found.email,
    role: found.role,
    invitedBy: found.invited_by,
    places: placesOf(found),
    expiresAt: found.expires_at.toISOString(),
  };
}

/** The names of the unit or the buildings. */
export const placesOf = (row: InvitationRow): string[] =>
  row.unit_label !== null
    ? [row.unit_label]
    : row.all_buildings
      ? ["All buildings"]
      : row.buildings.map(({ name }) => name);
