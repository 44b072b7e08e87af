import { type RawBuilder, sql } from "kysely";
import type { ListOrder } from "#server/list/define-list.ts";
import { cursorParts, type WorkOrderRow } from "../contract.ts";
import { type OrderSort, rankOf } from "../sorts.ts";
import { unfinishedStatuses } from "../status.ts";

/** A row as the list selects it, with what it may be sorted by. */
export interface OrderRow extends Omit<WorkOrderRow, "createdAt" | "dueAt"> {
  createdAt: Date;
  dueAt: Date | null;
  /** The name that the list is sorted by; undefined in other orders, null where there is none. */
  nameKey?: string | null;
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
function byName(joins: RawBuilder<unknown>, { table, name, idOf, nobody }: NameKeys): ListOrder<OrderRow> {
  return {
    joins,
    columns: sql`lower(${name}) as "nameKey"`,
    by: [
      sql`(coalesce(lower(${name}), ${sql.lit(nobody)}) collate "C")`,
      sql`coalesce(${sql.ref(`${table}.id`)}, 0)`,
      id,
    ],
    // A name may change between two pages.
    cursor: {
      of: (row) =>
        row.nameKey == null
          ? String(row.id)
          : `${Buffer.from(row.nameKey).toString("base64url")}.${idOf(row)}.${row.id}`,
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
  idOf: (row: OrderRow) => number | undefined;
  nobody: string;
}

const byBuilding = byName(sql`join properties p on p.id = o.property_id`, {
  table: "p",
  name: sql`p.name`,
  idOf: ({ propertyId }) => propertyId,
  nobody: "",
});
const byAssignee = (nobody: string) =>
  byName(sql`left join users a on a.id = o.assignee_id`, {
    table: "a",
    name: sql`a.full_name`,
    idOf: ({ assignee }) => assignee?.id,
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
