import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";

interface Named {
  subject_type: string;
  subject_id: string;
}

/** How each kind of record is called; one that is not here goes by its id. */
const names: Record<string, (ids: number[]) => RawBuilder<{ id: number; label: string }>> = {
  person: (ids) => sql`select u.id, u.full_name as label from users u where u.id = any(${ids}::bigint[])`,
  invitation: (ids) =>
    sql`select i.id, i.email as label from invitations i where i.id = any(${ids}::bigint[])`,
  property: (ids) => sql`select p.id, p.name as label from properties p where p.id = any(${ids}::bigint[])`,
  unit: (ids) => sql`
    select u.id, p.name || ', Unit ' || u.unit_number as label
    from units u join properties p on p.id = u.property_id where u.id = any(${ids}::bigint[])`,
  company: (ids) => sql`select c.id, c.name as label from companies c where c.id = any(${ids}::bigint[])`,
  lease: (ids) => sql`
    select l.id, 'Lease of ' || c.name as label
    from leases l join companies c on c.id = l.company_id where l.id = any(${ids}::bigint[])`,
  "work-order": (ids) => sql`
    select o.id, '#WO-' || lpad(o.id::text, greatest(4, length(o.id::text)), '0') || ' ' || o.title as label
    from work_orders o where o.id = any(${ids}::bigint[]) and o.deleted_at is null`,
  document: (ids) => sql`select d.id, d.title as label from documents d where d.id = any(${ids}::bigint[])`,
  import: (ids) => sql`select i.id, i.file_name as label from imports i where i.id = any(${ids}::bigint[])`,
};

/** What the entries were done to, by kind and id, as it is called now; what is no more is left out. */
export async function labelsOf(db: Db, entries: readonly Named[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  await Promise.all(
    Object.entries(names).map(async ([type, namesOf]) => {
      const ids = entries
        .filter(({ subject_type, subject_id }) => subject_type === type && /^\d{1,15}$/.test(subject_id))
        .map(({ subject_id }) => Number(subject_id));
      if (ids.length === 0) return;
      const { rows } = await namesOf([...new Set(ids)]).execute(db);
      for (const { id, label } of rows) labels.set(`${type} ${id}`, label);
    }),
  );
  return labels;
}
