import { type RawBuilder, sql } from "kysely";
import type { ListOrder } from "#server/list/define-list.ts";
import { cursorParts, type WorkOrderRow } from "../contract.ts";
import { type OrderSort, rankOf } from "../sorts.ts";
import { unfinishedStatuses } from "../status.ts";

/** A row as the list selects it, with what it may be sorted by. */
export interface OrderRow extends Omit<WorkOrderRow, "createdAt" | "dueAt"> {
  createdAt: Date;
  dueAt: Date | null;
  buildingKey: string;
  assigneeKey: string | null;
}

const id = sql`o.id`;

/** Newest or oldest first. */
const byId: ListOrder<OrderRow> = {
  by: [id],
  cursor: { of: (row) => String(row.id), keys: (cursor) => sql`${partsOf(cursor).number}::bigint` },
};

/** Orders of one rank, e.g. of one priority, are newest first, or oldest first when the list ascends. */
function byRank(key: "priority" | "status"): ListOrder<OrderRow> {
  // An order may get another rank between two pages. The cursor is a number: the rank, then fifteen digits of the id.
  const idsOfRank = 1e15;
  return {
    by: [sql.ref(`o.${key}_rank`), id],
    cursor: {
      of: (row) => String(rankOf(key, row[key]) * idsOfRank + row.id),
      keys: (cursor) => {
        const { number } = partsOf(cursor);
        return sql`(${Math.floor(number / idsOfRank)}::int, ${number % idsOfRank}::bigint)`;
      },
    },
  };
}

/** Finished orders, and those without a due time, come last: their place is that of `never`. */
function byDue(key: RawBuilder<unknown>, never: "infinity" | "-infinity"): ListOrder<OrderRow> {
  return {
    by: [key, id],
    // An order may become due at another time between two pages. The cursor has the milliseconds, unless it is never due.
    cursor: {
      of: (row) =>
        row.dueAt === null || !unfinishedStatuses.includes(row.status)
          ? String(row.id)
          : `${row.dueAt.getTime()}-${row.id}`,
      keys: (cursor) => {
        const { milliseconds, number } = partsOf(cursor);
        const due = milliseconds === undefined ? never : new Date(milliseconds);
        return sql`(${due}::timestamptz, ${number}::bigint)`;
      },
    },
  };
}

/** The parts of a cursor, which may be one of another order. PostgreSQL has no texts with the character 0; a made-up one may. */
function partsOf(cursor: string) {
  const { milliseconds, name, nameId, number } = cursorParts.exec(cursor)?.groups ?? {};
  return {
    milliseconds: milliseconds === undefined ? undefined : Number(milliseconds),
    name: name === undefined ? undefined : Buffer.from(name, "base64url").toString().replaceAll("\0", ""),
    nameId: Number(nameId ?? 0),
    number: Number(number),
  };
}

/** The highest code point, behind every name. */
const behindAll = "\u{10FFFF}";

/**
 * By the name that people see, without regard to capitals; those of one name stay apart. Orders without one come last: their
 * place is that of `nobody`.
 */
function byName(joins: RawBuilder<unknown>, { table, name, of, nobody }: NameKeys): ListOrder<OrderRow> {
  return {
    joins,
    by: [
      sql`(coalesce(lower(${name}), ${sql.lit(nobody)}) collate "C")`,
      sql`coalesce(${sql.ref(`${table}.id`)}, 0)`,
      id,
    ],
    // A name may change between two pages.
    cursor: {
      of: (row) => {
        const named = of(row);
        return named === null
          ? String(row.id)
          : `${Buffer.from(named.key).toString("base64url")}.${named.id}.${row.id}`;
      },
      keys: (cursor) => {
        const { name: key = nobody, nameId, number } = partsOf(cursor);
        return sql`(${key}::text collate "C", ${nameId}::bigint, ${number}::bigint)`;
      },
    },
  };
}

interface NameKeys {
  table: string;
  name: RawBuilder<unknown>;
  of: (row: OrderRow) => { key: string; id: number } | null;
  nobody: string;
}

const byBuilding = byName(sql`join properties p on p.id = o.property_id`, {
  table: "p",
  name: sql`p.name`,
  of: ({ buildingKey, propertyId }) => ({ key: buildingKey, id: propertyId }),
  nobody: "",
});
const byAssignee = (nobody: string) =>
  byName(sql`left join users a on a.id = o.assignee_id`, {
    table: "a",
    name: sql`a.full_name`,
    of: ({ assigneeKey, assignee }) =>
      assignee === null ? null : { key: assigneeKey ?? "", id: assignee.id },
    nobody,
  });

const byPriority = byRank("priority");
const byStatus = byRank("status");
export const listOrders: Record<OrderSort, ListOrder<OrderRow>> = {
  newest: { ...byId, descending: true },
  oldest: byId,
  highest: { ...byPriority, descending: true },
  lowest: byPriority,
  "to-do-first": { ...byStatus, descending: true },
  "done-first": byStatus,
  "due-first": byDue(sql`o.due_rank`, "infinity"),
  "due-last": {
    ...byDue(sql`(case o.due_rank when 'infinity' then '-infinity' else o.due_rank end)`, "-infinity"),
    descending: true,
  },
  "building-a-z": byBuilding,
  "building-z-a": { ...byBuilding, descending: true },
  "assignee-a-z": byAssignee(behindAll),
  "assignee-z-a": { ...byAssignee(""), descending: true },
};
