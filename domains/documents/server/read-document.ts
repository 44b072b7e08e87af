import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import type { Document } from "../contract.ts";
import { changeScope, documentScope } from "./access.ts";

/**
 * Returns a card of `documents d` as one JSON expression with every field of `documentCard`. `excerpt` is
 * passed in.
 */
export const cardSql = (
  excerpt: RawBuilder<unknown> = sql`null`,
): RawBuilder<unknown> => sql`jsonb_build_object(
  'id', d.id, 'title', d.title, 'type', d.type, 'createdAt', ${instantSql("d.created_at")}, 'leaseId', d.lease_id,
  'visibility', d.visibility, 'expiresOn', d.expires_on, 'version', d.version, 'excerpt', ${excerpt},
  'property', (select jsonb_build_object('id', p.id, 'name', p.name, 'timeZone', p.time_zone) from properties p where p.id = d.property_id),
  'unit', (select jsonb_build_object('id', u.id, 'unitNumber', u.unit_number) from units u where u.id = d.unit_id),
  'createdBy', ${personSql("d.created_by_id")},
  'file', (select ${fileSql} from document_files f where f.document_id = d.id and f.number = d.current_number))`;

/** Formats an instant as in the API (requirements, "Times"). */
export const instantSql = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const personSql = (column: string): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('id', person.id, 'fullName', person.full_name) from users person where person.id = ${sql.ref(column)})`;

const fileSql = sql`jsonb_build_object('number', f.number, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes, 'scan', f.scan)`;

/**
 * Returns a document with the files the user can see. Documents in the trash are only returned to people who
 * can restore them.
 * @throws AppError not_found when missing or outside the access scope
 */
export async function readDocument(ctx: SignedInCtx, id: number): Promise<Document> {
  const { accessScope } = ctx.actor;
  const { rows } = await sql<{ document: Omit<Document, "can">; canChange: boolean }>`
    select ${changeScope(accessScope)} as "canChange", ${cardSql()} || jsonb_build_object('trashedAt', ${instantSql("d.trashed_at")}, 'files', (
      select jsonb_agg(${fileSql} || jsonb_build_object('uploadedBy', ${personSql("f.uploaded_by_id")},
        'uploadedAt', ${instantSql("f.uploaded_at")}, 'restoredFrom', f.restored_from) order by f.number desc)
      from document_files f where f.document_id = d.id and ${canSeeFile(accessScope)})) as document
    from documents d
    where d.id = ${id} and ${documentScope(accessScope)} and (d.trashed_at is null or ${changeScope(accessScope)})`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound("document");
  const isInList = row.document.trashedAt === null;
  return {
    ...row.document,
    can: {
      edit: row.canChange,
      chooseVisibility: row.canChange && isInList && canChooseVisibility(ctx),
      readDownloads: getGrant(accessScope.effectiveRole, "documents.read-downloads") !== "no",
    },
  };
}

/**
 * Earlier files might contain something not everyone should see, so only people who can change the document
 * see them.
 */
const canSeeFile = (accessScope: AccessScope): RawBuilder<boolean> =>
  sql`(f.number = d.current_number or ${changeScope(accessScope)})`;

/** Whether the user can choose the visibility of a document. Only managers can. */
export const canChooseVisibility = ({ actor }: SignedInCtx): boolean =>
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

/** Selects `recordColumns` from a table alias. */
export const recordSql = (alias: string): RawBuilder<unknown> =>
  sql.join(recordColumns.map((column) => sql.ref(`${alias}.${column}`)));

/**
 * Returns the document, locked for a change.
 * @throws AppError not_found when missing, outside the access scope, or not where `source` says
 */
export async function lockDocument(
  { db, actor }: SignedInCtx,
  id: number,
  source: "list" | "trash" = "list",
): Promise<DocumentRecord> {
  // Documents in the trash exist only for people who can restore them.
  const matchesSource =
    source === "trash"
      ? sql`d.trashed_at is not null and ${changeScope(actor.accessScope)}`
      : sql`d.trashed_at is null`;
  const { rows } = await sql<DocumentRecord & { canChange: boolean }>`
    select ${recordSql("d")}, ${changeScope(actor.accessScope)} as "canChange" from documents d
    where d.id = ${id} and ${documentScope(actor.accessScope)} and ${matchesSource} for update of d`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound("document");
  if (!row.canChange)
    throw forbidden(
      row.created_by_id === actor.id
        ? "Your lease has ended. You can view this document but not change it."
        : "Only the person who uploaded this document or the property's managers can change it.",
    );
  return row;
}

/** Returns the file `number`, or the current one, of a document the user can access, with its storage key. */
export async function findFile(
  { db, actor }: { db: Db; actor: SignedInCtx["actor"] },
  id: number,
  number?: number,
): Promise<StoredDocumentFile> {
  const { accessScope } = actor;
  const { rows } = await sql<StoredDocumentFile>`
    select f.file_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256, f.scan, f.number, d.property_id as "propertyId"
    from documents d join document_files f on f.document_id = d.id and f.number = ${number === undefined ? sql`d.current_number` : sql`${number}`}
    where d.id = ${id} and ${canSeeFile(accessScope)} and ${documentScope(accessScope)}
      and (d.trashed_at is null or ${changeScope(accessScope)})`.execute(db);
  const [file] = rows;
  if (file === undefined) throw notFound("document");
  return file;
}

export interface StoredDocumentFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
  scan: Document["file"]["scan"];
  number: number;
  propertyId: number;
}
