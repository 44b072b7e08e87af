import { type RawBuilder, sql } from "kysely";
import type { ListSort } from "#server/list/define-list.ts";
import { cursorParts, type WorkOrderRow } from "../../contract.ts";
import { getRank, type WorkOrderSort } from "../../sorts.ts";
import { unfinishedStatuses } from "../../status.ts";

/** A list row with its sort keys. */
export interface WorkOrderListRow extends Omit<WorkOrderRow, "createdAt" | "dueAt"> {
  createdAt: Date;
  dueAt: Date | null;
  /** The name to sort by. Undefined for other sorts, null if there's no name. */
  nameKey?: string | null;
}

const id = sql`o.id`;

/** Newest or oldest first. */
const byId: ListSort<WorkOrderListRow> = {
  by: [id],
  cursor: { of: (row) => String(row.id), keys: (cursor) => sql`${parseCursor(cursor).number}::bigint` },
};

/**
 * Within a rank, such as a priority, the newest work orders come first, or the oldest if the sort is
 * ascending.
 */
function byRank(key: "priority" | "status"): ListSort<WorkOrderListRow> {
  // A work order's rank can change between two pages, so the cursor stores it: the rank, followed by a
  // fifteen-digit id.
  const idsPerRank = 1e15;
  return {
    by: [sql.ref(`o.${key}_rank`), id],
    cursor: {
      of: (row) => String(getRank(key, row[key]) * idsPerRank + row.id),
      keys: (cursor) => {
        const { number } = parseCursor(cursor);
        return sql`(${Math.floor(number / idsPerRank)}::int, ${number % idsPerRank}::bigint)`;
      },
    },
  };
}

/** Finished work orders and those without a due date come last, sorted as `never`. */
function byDue(key: RawBuilder<unknown>, never: "infinity" | "-infinity"): ListSort<WorkOrderListRow> {
  return {
    by: [key, id],
    // A due date can change between two pages, so the cursor stores its milliseconds, unless there is none.
    cursor: {
      of: (row) =>
        row.dueAt === null || !unfinishedStatuses.includes(row.status)
          ? String(row.id)
          : `${row.dueAt.getTime()}-${row.id}`,
      keys: (cursor) => {
        const { milliseconds, number } = parseCursor(cursor);
        const due = milliseconds === undefined ? never : new Date(milliseconds);
        return sql`(${due}::timestamptz, ${number}::bigint)`;
      },
    },
  };
}

/**
 * Parses a cursor, which might be from a different sort. PostgreSQL text can't contain NUL characters, but a
 * forged cursor can.
 */
function parseCursor(cursor: string) {
  const { milliseconds, name, nameId, number } = cursorParts.exec(cursor)?.groups ?? {};
  return {
    milliseconds: milliseconds === undefined ? undefined : Number(milliseconds),
    name: name === undefined ? undefined : Buffer.from(name, "base64url").toString().replaceAll("\0", ""),
    nameId: Number(nameId ?? 0),
    number: Number(number),
  };
}

/** The highest code point, which sorts after every name. */
const lastName = "\u{10FFFF}";

/**
 * Sorts by displayed name, ignoring case. People with the same name stay separate. Work orders without a name
 * come last, sorted as `missingName`.
 */
function byName(
  joins: RawBuilder<unknown>,
  { table, name, getId, missingName }: NameKeys,
): ListSort<WorkOrderListRow> {
  return {
    joins,
    columns: sql`lower(${name}) as "nameKey"`,
    by: [
      sql`(coalesce(lower(${name}), ${sql.lit(missingName)}) collate "C")`,
      sql`coalesce(${sql.ref(`${table}.id`)}, 0)`,
      id,
    ],
    // A name can change between two pages.
    cursor: {
      of: (row) =>
        row.nameKey == null
          ? String(row.id)
          : `${Buffer.from(row.nameKey).toString("base64url")}.${getId(row)}.${row.id}`,
      keys: (cursor) => {
        const { name: key = missingName, nameId, number } = parseCursor(cursor);
        return sql`(${key}::text collate "C", ${nameId}::bigint, ${number}::bigint)`;
      },
    },
  };
}

interface NameKeys {
  table: string;
  name: RawBuilder<unknown>;
  getId: (row: WorkOrderListRow) => number | undefined;
  missingName: string;
}

const byBuilding = byName(sql`join properties p on p.id = o.property_id`, {
  table: "p",
  name: sql`p.name`,
  getId: ({ propertyId }) => propertyId,
  missingName: "",
});
const byAssignee = (missingName: string) =>
  byName(sql`left join users a on a.id = o.assignee_id`, {
    table: "a",
    name: sql`a.full_name`,
    getId: ({ assignee }) => assignee?.id,
    missingName,
  });

const byPriority = byRank("priority");
const byStatus = byRank("status");
export const workOrderListSorts: Record<WorkOrderSort, ListSort<WorkOrderListRow>> = {
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
  "assignee-a-z": byAssignee(lastName),
  "assignee-z-a": { ...byAssignee(""), descending: true },
};
