import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { defineList } from "#server/list/define-list.ts";
import { notFound } from "#shared/errors.ts";
import type { QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { listDownloads } from "../../contract.ts";
import { changeScope, documentScope } from "../access.ts";
import { instantSql, personSql } from "../read-document.ts";

type Download = ResponseOf<typeof listDownloads>[number];

const id = sql`l.id`;
const isVisible = (accessScope: AccessScope) =>
  sql`${documentScope(accessScope)} and (d.trashed_at is null or ${changeScope(accessScope)})`;

/** The downloads and previews of a document, newest first. */
export const downloads = defineList<QueryOf<typeof listDownloads> & { documentId: number }, Download>({
  from: sql`document_downloads l join documents d on d.id = l.document_id`,
  columns: sql`l.id, ${personSql("l.user_id")} as "user", l.number, l.kind, ${instantSql("l.at")} as at`,
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: isVisible,
  filters: { documentId: (documentId) => sql`l.document_id = ${documentId}` },
  csv: {
    name: "downloads-of-document",
    cells: {
      "When (UTC)": ({ at }) => new Date(at),
      Person: ({ user }) => user.fullName,
      Action: ({ kind }) => (kind === "preview" ? "Previewed" : "Downloaded"),
      File: ({ number }) => number,
    },
  },
});

/** @throws AppError not_found */
export async function assertDocumentVisible({ db, actor }: SignedInCtx, documentId: number): Promise<void> {
  const { rows } = await sql`
    select from documents d where d.id = ${documentId} and ${isVisible(actor.accessScope)}`.execute(db);
  if (rows.length === 0) throw notFound("document");
}
