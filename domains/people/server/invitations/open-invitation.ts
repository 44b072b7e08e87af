import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { hashToken } from "#domains/accounts/server/tokens.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { lookUpInvitation as lookUpEndpoint } from "../../invitation-contract.ts";
import { type InvitationRow, matchesInvitationState, readInvitation } from "./invitation-queries.ts";

const invalidInvitation = (message: string) => invalid({ invitationToken: message });

/** The token as it's emailed, with a signature that only the owner of the mailbox receives. */
export const toEmailedToken = ({ secretKey }: Pick<Ctx, "secretKey">, token: string): string =>
  `${token}.${createHmac("sha256", secretKey).update(`invitation emailed ${token}`).digest("base64url")}`;

const stripSignature = (token: string) => token.split(".", 1)[0] ?? "";

/** Whether `token` was emailed to the invited address rather than shared by the inviter. */
export function isEmailedToken(ctx: Pick<Ctx, "secretKey">, token: string): boolean {
  const [actualHash, expectedHash] = [token, toEmailedToken(ctx, stripSignature(token))].map(hashToken) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(actualHash, expectedHash);
}

/**
 * Finds the pending invitation with this token, emailed or shared.
 * @throws AppError invalid with a message that explains why it can't be accepted
 */
export async function requireOpenInvitation(
  ctx: { db: Db; now: Date },
  token: string,
): Promise<InvitationRow> {
  const invitation = await readInvitation(ctx, sql`i.token_hash = ${hashToken(stripSignature(token))}`);
  if (invitation === undefined)
    throw invalidInvitation(
      "This invitation link isn't valid. Use the link in the most recent email, or ask the person who invited you for a new one.",
    );
  if (invitation.state === "accepted")
    throw invalidInvitation("This invitation has already been accepted. Sign in instead.");
  if (invitation.state === "withdrawn")
    throw invalidInvitation("This invitation was withdrawn. Contact the person who invited you.");
  if (invitation.state === "expired")
    throw invalidInvitation("This invitation has expired. Ask the person who invited you for a new one.");
  return invitation;
}

/**
 * Finds the pending invitation and locks it along with all others to this address, ordered by id, because
 * accepting one withdraws the others.
 */
export async function lockOpenInvitation(ctx: { db: Db; now: Date }, token: string): Promise<InvitationRow> {
  await sql`
    select id from invitations where lower(email) = (select lower(email) from invitations where token_hash = ${hashToken(stripSignature(token))})
    order by id for update`.execute(ctx.db);
  return requireOpenInvitation(ctx, token);
}

/**
 * Locks all invitations to this address, in the same order, and returns the newest one that can be accepted.
 * Undefined if there is none.
 */
export async function lockOpenInvitationTo(
  ctx: { db: Db; now: Date },
  email: string,
): Promise<InvitationRow | undefined> {
  await sql`select id from invitations where lower(email) = lower(${email}) order by id for update`.execute(
    ctx.db,
  );
  return readInvitation(
    ctx,
    sql`lower(i.email) = lower(${email}) and ${matchesInvitationState("pending", ctx.now)} order by i.id desc limit 1`,
  );
}

/** The invitation as the invited person sees it before choosing a password. @throws AppError invalid */
export async function lookUpInvitation(ctx: Ctx, token: string): Promise<ResponseOf<typeof lookUpEndpoint>> {
  const invitation = await requireOpenInvitation(ctx, token);
  return {
    email: invitation.email,
    role: invitation.role,
    invitedBy: invitation.invited_by,
    places: listPlaces(invitation),
    expiresAt: invitation.expires_at.toISOString(),
    confirmsEmail: isEmailedToken(ctx, token),
  };
}

/** The name of the unit, or the names of the properties. */
export const listPlaces = (row: InvitationRow): string[] =>
  row.unit_label !== null
    ? [row.unit_label]
    : row.has_all_properties
      ? ["All properties"]
      : row.properties.map(({ name }) => name);
