import { createHmac, timingSafeEqual } from "node:crypto";
import { kinds, type NotificationKind } from "#domains/notifications/kinds.ts";
import { type TopicName, topics } from "#domains/notifications/topics.ts";
import { AppError } from "#shared/errors.ts";
import type { Ctx } from "../http/context.ts";
import type { EmailContent } from "../integrations/email/outbox.ts";

/** The person, and the topics about which a link turns off emails. */
export interface UnsubscribeContent {
  userId: number;
  topics: TopicName[];
}

/**
 * Returns the path of the page that turns off emails about these topics. The link needs no sign-in and never
 * expires because people keep emails for years. It can do nothing else, so it's signed rather than stored.
 */
export const unsubscribePath = (secretKey: Buffer, content: UnsubscribeContent): string =>
  `/unsubscribe?token=${createToken(secretKey, content)}`;

/**
 * Returns the unsubscribe link of an email about these kinds. Kinds about the person's own account have no
 * topic.
 */
export function unsubscribeLink(
  { secretKey }: Ctx,
  userId: number,
  sentKinds: readonly NotificationKind[],
): Pick<EmailContent, "unsubscribe"> {
  const topicNames = [...new Set(sentKinds.map((kind) => kinds[kind]?.topic))].filter(
    (topic): topic is TopicName => topic !== undefined && topic !== "account",
  );
  if (topicNames.length === 0) return {};
  const labels = topicNames.map((topic) => topics[topic].label);
  return {
    unsubscribe: {
      path: unsubscribePath(secretKey, { userId, topics: topicNames }),
      sentence: `Turn off emails about ${new Intl.ListFormat("en-US").format(labels.map(lowercaseFirst))}`,
    },
  };
}

/** Returns the label as used inside a sentence. */
const lowercaseFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

function createToken(secretKey: Buffer, { userId, topics: names }: UnsubscribeContent): string {
  const content = [String(userId), ...names].join(".");
  return `${content}.${sign(secretKey, content).toString("base64url")}`;
}

const isTopic = (name: string): name is TopicName => Object.hasOwn(topics, name);

/**
 * Reads a token, without topics that no longer exist.
 * @throws AppError invalid if the portal didn't sign the token
 */
export function readToken(secretKey: Buffer, token: string): UnsubscribeContent {
  const parts = token.split(".");
  const signature = Buffer.from(parts.pop() ?? "", "base64url");
  const expectedSignature = sign(secretKey, parts.join("."));
  if (signature.length !== expectedSignature.length || !timingSafeEqual(signature, expectedSignature))
    throw new AppError("invalid", "This link isn't valid. Open the link in the email again.");
  const [userId, ...names] = parts;
  return { userId: Number(userId), topics: names.filter(isTopic) };
}

const sign = (secretKey: Buffer, content: string): Buffer =>
  createHmac("sha256", secretKey).update(`unsubscribe ${content}`).digest();
