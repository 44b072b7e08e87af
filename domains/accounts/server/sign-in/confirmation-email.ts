import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { emailsPerMailbox, emailsPerNetwork } from "../limits.ts";
import { type Recipient, toUnconfirmed } from "../recipient.ts";
import { createOneTimeToken } from "../tokens.ts";

const confirmationDays = 7;

/**
 * Emails a link that confirms the address. Rate-limited because anyone can have it sent to any mailbox.
 * @throws AppError too_many
 */
export async function sendConfirmationEmail(ctx: Ctx, person: Recipient): Promise<void> {
  await countUse(ctx, emailsPerNetwork, getNetwork(ctx.networkAddress));
  await countUse(ctx, emailsPerMailbox, person.email.toLowerCase());
  const token = await createOneTimeToken(ctx.db, {
    purpose: "confirm-address",
    userId: person.id,
    now: ctx.now,
    days: confirmationDays,
  });
  await queueEmail(ctx, {
    template: "confirm-address",
    to: toUnconfirmed(person),
    subject: "Confirm your email address",
    paragraphs: [
      "An account was created with this email address. Use the link below to confirm that it's yours and choose your password.",
      `The link works once and expires in ${confirmationDays} days. The password you choose replaces the one entered at registration and ends its sessions.`,
      "If you didn't create this account, you can ignore this email.",
    ],
    link: { label: "Confirm your address", path: `/confirm-address?token=${token}`, isOneTime: true },
  });
}
