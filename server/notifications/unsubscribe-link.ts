import { createHmac, timingSafeEqual } from "node:crypto";
import { kinds, type NotificationKind } from "#domains/notifications/kinds.ts";
import { type TopicName, topics } from "#domains/notifications/topics.ts";
import { AppError } from "#shared/errors.ts";
import type { Ctx } from "../http/context.ts";
import type { MailContent } from "../integrations/outbox.ts";

/** The person and the topics whose mails a link turns off. */
export interface Unsubscribing {
  userId: number;
  topics: TopicName[];
}

/**
 * The path of the page that turns off mails of the same topics. The link needs no sign-in and never expires, as people keep
 * mails for years. It can do nothing else, so it is signed rather than stored.
 */
export const unsubscribePath = (secretKey: Buffer, unsubscribing: Unsubscribing): string =>
  `/unsubscribe?token=${tokenFor(secretKey, unsubscribing)}`;

/** The unsubscribe link of a mail about these kinds. Kinds about the person's own account have no topic. */
export function unsubscribeLink(
  { secretKey }: Ctx,
  userId: number,
  notified: readonly NotificationKind[],
): Pick<MailContent, "unsubscribe"> {
  const chosen = [...new Set(notified.map((kind) => kinds[kind]?.topic))].filter(
    (topic): topic is TopicName => topic !== undefined && topic !== "account",
  );
  if (chosen.length === 0) return {};
  const labels = chosen.map((topic) => topics[topic].label);
  return {
    unsubscribe: {
      path: unsubscribePath(secretKey, { userId, topics: chosen }),
      sentence: `Turn off emails about ${new Intl.ListFormat("en-US").format(labels.map(within))}`,
    },
  };
}

/** The label as used inside a sentence. */
const within = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

function tokenFor(secretKey: Buffer, { userId, topics: names }: Unsubscribing): string {
  const content = [String(userId), ...names].join(".");
  return `${content}.${signatureOf(secretKey, content).toString("base64url")}`;
}

const isTopic = (name: string): name is TopicName => Object.hasOwn(topics, name);

/**
 * The contents of a token, without topics that no longer exist.
 * @throws AppError invalid for a token that is not ours
 */
export function readToken(secretKey: Buffer, token: string): Unsubscribing {
  const parts = token.split(".");
  const given = Buffer.from(parts.pop() ?? "", "base64url");
  const expected = signatureOf(secretKey, parts.join("."));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError("invalid", "This link is not valid. Please open the link in the email again.");
  const [userId, ...names] = parts;
  return { userId: Number(userId), topics: names.filter(isTopic) };
}

const signatureOf = (secretKey: Buffer, content: string): Buffer =>
  createHmac("sha256", secretKey).update(`unsubscribe ${content}`).digest();
