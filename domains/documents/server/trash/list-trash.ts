import { sql } from "kysely";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { listTrash } from "../../contract.ts";
import { changeScope } from "../access.ts";
import { cardSql, instantSql, personSql } from "../read-document.ts";

type TrashedCard = ResponseOf<typeof listTrash>[number];

interface TrashedRow {
  id: number;
  card: TrashedCard;
}

const id = sql`d.id`;

/** Documents in the trash that the viewer can restore, most recent first. */
export const trashedDocuments = defineList<QueryOf<typeof listTrash>, TrashedRow, TrashedCard>({
  from: sql`documents d`,
  columns: sql`d.id, ${cardSql()} ||
    jsonb_build_object('trashedAt', ${instantSql("d.trashed_at")}, 'trashedBy', ${personSql("d.trashed_by_id")}) as card`,
  id,
  // A document can be restored while someone pages through the list.
  sort: () => ({ by: [sql`d.trashed_at`, id], descending: true, usesPageNumbers: true }),
  scope: changeScope,
  baseCondition: sql`d.trashed_at is not null`,
  filters: {},
  present: (rows) => rows.map(({ card }) => card),
  csv: {
    name: "documents-in-trash",
    cells: {
      Title: ({ card }) => card.title,
      Type: ({ card }) => card.type,
      Building: ({ card }) => card.property.name,
      Unit: ({ card }) => card.unit?.unitNumber ?? null,
      File: ({ card }) => card.file.name,
      "Uploaded by": ({ card }) => card.createdBy.fullName,
      "Deleted by": ({ card }) => card.trashedBy.fullName,
      "Deleted (UTC)": ({ card }) => new Date(card.trashedAt),
    },
  },
});
