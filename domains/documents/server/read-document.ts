import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { AccessScope } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import { grantOf } from "#shared/permissions.ts";
import type { Document } from "../contract.ts";
import { changeScope, documentScope } from "./access.ts";

/** The fields of a card, of `documents d`, as one JSON expression with every field of `documentCard`; `excerpt` is passed in. */
export const cardOf = (
  excerpt: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> => sql`jsonb_build_object(
  'id', d.id, 'title', d.title, 'type', d.type, 'createdAt', ${instant("d.created_at")}, 'leaseId', d.lease_id,
  'visibility', d.visibility, 'expiresOn', d.expires_on, 'version', d.version, 'excerpt', ${excerpt},
  'property', (select jsonb_build_object('id', p.id, 'name', p.name) from properties p where p.id = d.property_id),
  'unit', (select jsonb_build_object('id', u.id, 'unitNumber', u.unit_number) from units u where u.id = d.unit_id),
  'createdBy', ${personOf("d.created_by_id")},
  'file', (select ${fileFacts} from document_files f where f.document_id = d.id and f.number = d.current_number))`;

/** An instant in the format of the API (requirements, "Times"). */
export const instant = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const personOf = (column: string): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('id', person.id, 'fullName', person.full_name) from users person where person.id = ${sql.ref(column)})`;

const fileFacts = sql`jsonb_build_object('number', f.number, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes, 'scan', f.scan)`;

/**
 * A document with the files the user may see; from the trash only for those who may restore it.
 * @throws AppError not_found when missing or outside the access scope
 */
export async function readDocument(ctx: SignedInCtx, id: number): Promise<Document> {
  const { accessScope } = ctx.actor;
  const { rows } = await sql<{ document: Omit<Document, "may">; mayChange: boolean }>`
    select ${changeScope(accessScope)} as "mayChange", ${cardOf()} || jsonb_build_object('trashedAt', ${instant("d.trashed_at")}, 'files', (
      select jsonb_agg(${fileFacts} || jsonb_build_object('uploadedBy', ${personOf("f.uploaded_by_id")},
        'uploadedAt', ${instant("f.uploaded_at")}, 'restoredFrom', f.restored_from) order by f.number desc)
      from document_files f where f.document_id = d.id and ${isToSee(accessScope)})) as document
    from documents d
    where d.id = ${id} and ${documentScope(accessScope)} and (d.trashed_at is null or ${changeScope(accessScope)})`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound("document");
  const isKept = row.document.trashedAt === null;
  return {
    ...row.document,
    may: {
      edit: row.mayChange,
      chooseVisibility: row.mayChange && isKept && mayChooseVisibility(ctx),
      readDownloads: grantOf(accessScope.effectiveRole, "documents.read-downloads") !== "no",
    },
  };
}

/** Earlier files may contain what not everybody should see: they are only for those who may change the document. */
const isToSee = (accessScope: AccessScope): RawBuilder<boolean> =>
  sql`(f.number = d.current_number or ${changeScope(accessScope)})`;

/** Whether the user may choose the visibility of a document: only those who run the building. */
export const mayChooseVisibility = ({ actor }: SignedInCtx): boolean =>
  actor.accessScope.effectiveRole === "admin" || actor.accessScope.effectiveRole === "landlord";

/** A row of `documents` without its text. */
export interface DocumentRecord {
  id: number;
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
  visibility: Document["visibility"];
  title: string;
  type: Document["type"];
  expires_on: string | null;
  created_by_id: number;
  version: number;
  current_number: number;
  trashed_at: Date | null;
}

export const recordColumns = [
  "id",
  "property_id",
  "unit_id",
  "lease_id",
  "visibility",
  "title",
  "type",
  "expires_on",
  "created_by_id",
  "version",
  "current_number",
  "trashed_at",
] as const satisfies readonly (keyof DocumentRecord)[];

/** The same columns, of the table under the name `document`. */
export const recordOf = (document: string): RawBuilder<unknown> =>
  sql.join(recordColumns.map((column) => sql.ref(`${document}.${column}`)));

/**
 * The document, locked for a change.
 * @throws AppError not_found when missing, outside the access scope, or in the trash while `from` is the list, or vice versa
 */
export async function lockDocument(
  { db, actor }: SignedInCtx,
  id: number,
  from: "list" | "trash" = "list",
): Promise<DocumentRecord> {
  // A trashed document exists only for those who may restore it.
  const isThere =
    from === "trash"
      ? sql`d.trashed_at is not null and ${changeScope(actor.accessScope)}`
      : sql`d.trashed_at is null`;
  const { rows } = await sql<DocumentRecord & { mayChange: boolean }>`
    select ${recordOf("d")}, ${changeScope(actor.accessScope)} as "mayChange" from documents d
    where d.id = ${id} and ${documentScope(actor.accessScope)} and ${isThere} for update of d`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound("document");
  if (!row.mayChange)
    throw forbidden(
      row.created_by_id === actor.id
        ? "Your tenancy has ended, so you can read this document but no longer change it."
        : "This document was uploaded by somebody else; only they and the managers of the building can change it.",
    );
  return row;
}

/** The file `number`, or the current one, of a document within the access scope, with its storage key. */
export async function findFile(
  { db, actor }: { db: Db; actor: SignedInCtx["actor"] },
  id: number,
  number?: number,
): Promise<KeptDocumentFile> {
  const { accessScope } = actor;
  const { rows } = await sql<KeptDocumentFile>`
    select f.file_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256, f.scan, f.number, d.property_id as "propertyId"
    from documents d join document_files f on f.document_id = d.id and f.number = ${number === undefined ? sql`d.current_number` : sql`${number}`}
    where d.id = ${id} and ${isToSee(accessScope)} and ${documentScope(accessScope)}
      and (d.trashed_at is null or ${changeScope(accessScope)})`.execute(db);
  const [file] = rows;
  if (file === undefined) throw notFound("document");
  return file;
}

export interface KeptDocumentFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  scan: Document["file"]["scan"];
  number: number;
  propertyId: number;
}
