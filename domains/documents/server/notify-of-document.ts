import { type RawBuilder, sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { Ctx } from "#server/http/context.ts";
import { managersInSql } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { documentScope } from "./access.ts";
import type { DocumentRecord } from "./read-document.ts";

/** The most people who are notified of one document. */
const notifiedPeopleMax = 500;

/** The fields of a document that decide who sees it. */
type Facts = Pick<DocumentRecord, "property_id" | "lease_id" | "visibility" | "type">;

interface Telling {
  what: "added" | "shown" | "new-file";
  /** The person who acted, who is not notified. */
  byId: number;
  /** The document before the change: those who saw it then are not notified. */
  before?: Facts;
}

/**
 * Notifies those a document concerns that they can now read it: tenants and technicians who see it (ROLE-19), and those who
 * run the building when a tenant or technician uploaded it. While its file waits for the virus scanner nobody is notified yet.
 */
export async function notifyOfDocument(
  ctx: Ctx,
  document: Facts & Pick<DocumentRecord, "id" | "title" | "unit_id">,
  { what, byId, before }: Telling,
): Promise<void> {
  const readers =
    before === undefined ? readersOf(document) : sql`${readersOf(document)} except (${readersOf(before)})`;
  const givenTo = sql`select managers.user_id from (${managersInSql(sql`${document.property_id}::bigint`, "where-nobody-else")}) managers
    where exists (select from users giver where giver.id = ${byId} and giver.role in ('tenant', 'maintenance'))`;
  const { rows: people } = await sql<{ user_id: number }>`
    select readers.user_id from (${what === "shown" ? readers : sql`${readers} union ${givenTo}`}) readers
    where readers.user_id <> ${byId} and exists (
      select from documents d join document_files f on f.document_id = d.id and f.number = d.current_number
      where d.id = ${document.id} and d.trashed_at is null and f.scan in ('clean', 'unscanned'))
    order by readers.user_id limit ${notifiedPeopleMax}`.execute(ctx.db);
  await notify(
    ctx,
    people.map((person) => person.user_id),
    {
      kind: "document.added",
      particulars: {
        documentId: document.id,
        title: document.title,
        what,
        ...(await placeOf(ctx, document)),
      },
      propertyId: document.property_id,
    },
  );
}

async function placeOf(
  { db }: Ctx,
  { property_id, unit_id }: Pick<DocumentRecord, "property_id" | "unit_id">,
): Promise<LeasePlace> {
  const { rows } = await sql<LeasePlace>`
    select p.name as building, array(select u.unit_number from units u where u.id = ${unit_id}) as units
    from properties p where p.id = ${property_id}`.execute(db);
  return rows[0] ?? { building: "", units: [] };
}

/** The tenants and technicians who may see such a document, as a SQL statement. */
const readersOf = ({ property_id, lease_id, visibility, type }: Facts): RawBuilder<unknown> => sql`
  select viewer.user_id
  from (select ${property_id}::bigint as property_id, ${lease_id}::bigint as lease_id, ${visibility}::text as visibility,
    ${type}::text as type, null::bigint as created_by_id) d, access_scopes viewer
  where viewer.effective_role in ('tenant', 'maintenance') and viewer.user_id in (
      select m.user_id from current_lease_members m where m.property_id = d.property_id
      union select s.user_id from property_staff s where s.property_id = d.property_id
      union select u.id from users u where u.all_buildings)
    and ${documentScope(everyViewer)}`;
