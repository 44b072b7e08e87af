import { type RawBuilder, sql } from "kysely";
import { preparedOf } from "#server/db/statements.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import { kinds, type NewsKind, type TopicName, topics } from "../topics.ts";

export interface News {
  userIds: readonly number[];
  kind: NewsKind;
  /** One sentence; it names nothing the people told may not see. */
  text: string;
  workOrderId?: number;
  documentId?: number;
  propertyId?: number;
  /** Where it leads within the portal, such as `/leases/7`; without one to the work order or document. */
  link?: string;
}

/** Texts of orders can be long; the bell shows one line. */
const textMax = 300;

/**
 * Tells people what happened (NAV-31): a row each in the transaction of the change, for the bell, the mailbox or both as each
 * of them wishes, and after the commit a live event, so that their bells count it at once. Nobody is told twice.
 */
export async function notify(
  ctx: Ctx,
  { userIds, kind, text, workOrderId, documentId, propertyId, link }: News,
): Promise<void> {
  if (userIds.length === 0) return;
  const news = newsInsert(sql`select unnest(${[...userIds]}::bigint[]) as user_id`, ctx, {
    kind,
    text: sql<string>`${text}::text`,
    workOrderId: sql<number | null>`${workOrderId ?? null}::bigint`,
    documentId: sql<number | null>`${documentId ?? null}::bigint`,
    propertyId: sql<number | null>`${propertyId ?? null}::bigint`,
    link: sql<string | null>`${link ?? null}::text`,
  });
  const { rows } = await preparedOf(ctx.db, sql<{ user_id: number }>`${news}`);
  ringBells(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
}

interface NewsInSql {
  kind: NewsKind;
  /** Expressions over what `people` selects. */
  text: RawBuilder<string>;
  workOrderId?: RawBuilder<number | null>;
  documentId?: RawBuilder<number | null>;
  propertyId: RawBuilder<number | null>;
  link?: RawBuilder<string | null>;
}

const nothing = sql<null>`null`;

/**
 * The rows of `notify` as a part of the statement that makes the change: an insert for each `user_id` that `people`
 * selects, once each, returning them. Whoever runs it rings their bells with `ringBells`. Nobody's mailbox gets news before
 * its address is confirmed, as it may be a stranger's.
 */
export function newsInsert(
  people: RawBuilder<unknown>,
  { now }: Ctx,
  { kind, text, workOrderId = nothing, documentId = nothing, propertyId, link = nothing }: NewsInSql,
): RawBuilder<unknown> {
  const { topic } = kinds[kind];
  return sql`insert into notifications (user_id, property_id, work_order_id, document_id, kind, text, link, created_at, in_portal, by_mail)
    select told.*, ${now}::timestamptz, wish.in_portal, wish.by_mail
    from (
      select distinct user_id, ${propertyId}::bigint, ${workOrderId}::bigint, ${documentId}::bigint, ${sql.lit(kind)},
        case when length(${text}) > ${sql.lit(textMax)} then left(${text}, ${sql.lit(textMax - 1)}) || '…' else ${text} end, ${link}::text
      from (${people}) people where user_id is not null
    ) told
    join lateral (
      select coalesce(wished.in_portal, true) as in_portal,
        ${sql.lit(!("hasOwnMail" in kinds[kind]))} and ${wantsMail("u", topic)} as by_mail
      from users u left join notification_preferences wished on wished.user_id = u.id and wished.topic = ${sql.lit(topic)}
      where u.id = told.user_id and u.state <> 'disabled'
    ) wish on wish.in_portal or wish.by_mail
    returning user_id`;
}

/** Whether `person` has mails of a topic, where `wished` is the row of the own preference, if there is one. */
const wantsMail = (person: string, topic: TopicName | "account"): RawBuilder<boolean> => {
  const mailedTo: readonly Role[] = topic === "account" ? [] : topics[topic].mailedTo;
  const byDefault =
    mailedTo.length === 0
      ? sql`false`
      : sql`${sql.ref(`${person}.role`)} in (${sql.join(mailedTo.map((role) => sql.lit(role)))})`;
  return sql`(coalesce(wished.by_mail, ${byDefault}) and ${sql.ref(`${person}.email_confirmed_at`)} is not null)`;
};

/**
 * Of these people those whose mailbox is to have news of this kind, for whoever writes the mail (`hasOwnMail`); and nothing
 * is mailed to somebody disabled.
 */
export async function whoWantsMail(
  { db }: Ctx,
  kind: NewsKind,
  userIds: readonly number[],
): Promise<Set<number>> {
  const { topic } = kinds[kind];
  const { rows } = await sql<{ id: number }>`
    select u.id from users u left join notification_preferences wished on wished.user_id = u.id and wished.topic = ${topic}
    where u.id = any(${[...userIds]}::bigint[]) and u.state <> 'disabled' and ${wantsMail("u", topic)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** After the commit the bells of these people count anew. */
export function ringBells(ctx: Ctx, userIds: readonly number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "notification", userIds: [...userIds] }));
}
