import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

export interface News {
  userIds: readonly number[];
  /** What happened, as `domain.event`, e.g. `work-order.assigned`. */
  kind: string;
  /** One sentence; it names nothing the people told may not see. */
  text: string;
  workOrderId?: number;
  documentId?: number;
  propertyId?: number;
}

/** Texts of orders can be long; the bell shows one line. */
const textMax = 300;

/**
 * Tells people what happened (NAV-31): a row each in the transaction of the change, and after the commit a live event, so
 * that their bells count it at once. Nobody is told twice.
 */
export async function notify(
  ctx: Ctx,
  { userIds, kind, text, workOrderId, documentId, propertyId }: News,
): Promise<void> {
  const people = [...new Set(userIds)];
  if (people.length === 0) return;
  await ctx.db
    .insertInto("notifications")
    .values(
      people.map((userId) => ({
        user_id: userId,
        property_id: propertyId ?? null,
        work_order_id: workOrderId ?? null,
        document_id: documentId ?? null,
        kind,
        text: oneLine(text),
        created_at: ctx.now,
      })),
    )
    .execute();
  ringBells(ctx, people);
}

/**
 * The rows of `notify` as a part of the statement that makes the change: an insert for each `user_id` that `people`
 * selects, once each, returning them. Whoever runs it rings their bells with `ringBells`.
 */
export function newsInsert(
  people: RawBuilder<unknown>,
  { now }: Ctx,
  { kind, text, workOrderId, propertyId }: NewsInSql,
): RawBuilder<unknown> {
  return sql`insert into notifications (user_id, property_id, work_order_id, kind, text, created_at)
    select distinct user_id, ${propertyId}, ${workOrderId}, ${kind},
      case when length(${text}) > ${sql.lit(textMax)} then left(${text}, ${sql.lit(textMax - 1)}) || '…' else ${text} end, ${now}::timestamptz
    from (${people}) people where user_id is not null returning user_id`;
}

interface NewsInSql {
  kind: string;
  /** Expressions over what `people` selects. */
  text: RawBuilder<string>;
  workOrderId: RawBuilder<number>;
  propertyId: RawBuilder<number>;
}

/** After the commit the bells of these people count anew. */
export function ringBells(ctx: Ctx, userIds: number[]): void {
  if (userIds.length > 0)
    ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "notification", userIds }));
}

const oneLine = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text);
