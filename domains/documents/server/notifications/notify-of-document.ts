import { type RawBuilder, sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { Ctx } from "#server/http/context.ts";
import { selectManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { documentScope } from "../access.ts";
import type { DocumentRecord } from "../read-document.ts";

/** The maximum number of people notified about one document. */
const maxNotifiedPeople = 500;

/** The fields of a document that determine who can see it. */
type AudienceFields = Pick<DocumentRecord, "property_id" | "lease_id" | "visibility" | "type">;

interface NotifyOptions {
  change: "added" | "shown" | "new-file";
  /** The person who acted. They aren't notified. */
  actorId: number;
  /** The document before the change. People who could already see it aren't notified. */
  previousAudience?: AudienceFields;
}

/**
 * Notifies people that they can now read a document: tenants and technicians who can see it (ROLE-19), and
 * the property's managers when a tenant or technician uploaded it. No one is notified while the file is
 * waiting for the virus scanner.
 */
export async function notifyOfDocument(
  ctx: Ctx,
  document: AudienceFields & Pick<DocumentRecord, "id" | "title" | "unit_id">,
  { change, actorId, previousAudience }: NotifyOptions,
): Promise<void> {
  const readers =
    previousAudience === undefined
      ? readersSql(document)
      : sql`${readersSql(document)} except (${readersSql(previousAudience)})`;
  const managersToNotify = sql`select managers.user_id from (${selectManagers(sql`${document.property_id}::bigint`, "when-no-landlord")}) managers
    where exists (select from users uploader where uploader.id = ${actorId} and uploader.role in ('tenant', 'maintenance'))`;
  const { rows: people } = await sql<{ user_id: number }>`
    select readers.user_id from (${change === "shown" ? readers : sql`${readers} union ${managersToNotify}`}) readers
    where readers.user_id <> ${actorId} and exists (
      select from documents d join document_files f on f.document_id = d.id and f.number = d.current_number
      where d.id = ${document.id} and d.trashed_at is null and f.scan in ('clean', 'unscanned'))
    order by readers.user_id limit ${maxNotifiedPeople}`.execute(ctx.db);
  await notify(
    ctx,
    people.map((person) => person.user_id),
    {
      kind: "document.added",
      details: {
        documentId: document.id,
        title: document.title,
        what: change,
        ...(await findPlace(ctx, document)),
      },
      propertyId: document.property_id,
    },
  );
}

async function findPlace(
  { db }: Ctx,
  { property_id, unit_id }: Pick<DocumentRecord, "property_id" | "unit_id">,
): Promise<LeasePlace> {
  const { rows } = await sql<LeasePlace>`
    select p.name as building, array(select u.unit_number from units u where u.id = ${unit_id}) as units
    from properties p where p.id = ${property_id}`.execute(db);
  return rows[0] ?? { building: "", units: [] };
}

/** Selects the tenants and technicians who can see such a document. */
const readersSql = ({ property_id, lease_id, visibility, type }: AudienceFields): RawBuilder<unknown> => sql`
  select viewer.user_id
  from (select ${property_id}::bigint as property_id, ${lease_id}::bigint as lease_id, ${visibility}::text as visibility,
    ${type}::text as type, null::bigint as created_by_id) d, access_scopes viewer
  where viewer.effective_role in ('tenant', 'maintenance') and viewer.user_id in (
      select m.user_id from current_lease_members m where m.property_id = d.property_id
      union select s.user_id from property_staff s where s.property_id = d.property_id
      union select u.id from users u where u.has_all_properties)
    and ${documentScope(everyViewer)}`;
