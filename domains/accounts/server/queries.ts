import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Reach } from "#server/http/actor.ts";
import { notFound } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { decidableUnits, personScope } from "./access.ts";
import type { PersonRow } from "./present.ts";
import { unitLabel } from "./units.ts";

export interface Credentials {
  id: number;
  role: Role;
  state: string;
  password_hash: string | null;
}

export async function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select id, role, state, password_hash from users where lower(email) = lower(${email})`.execute(db);
  return rows[0];
}

/** Whether these credentials still hold; they do so until the transaction ends. */
export async function lockCredentials(db: Db, { id, password_hash }: Credentials): Promise<boolean> {
  const { rows } = await sql`
    select id from users where id = ${id} and password_hash = ${password_hash} and state <> 'disabled' for no key update`.execute(
    db,
  );
  return rows.length === 1;
}

/** People with what a list shows of them; a claimed unit only when it is within `reach`. */
export const people = (reach: Reach, conditions: RawBuilder<unknown>) => sql<PersonRow>`
  select u.id, u.full_name, u.email, u.role, u.state, u.email_confirmed_at, u.created_at, u.last_sign_in_at,
    cu.id as unit_id, cu.property_id as unit_property_id, ${unitLabel("cp", "cu")} as unit_label
  from users u
  left join units cu on cu.id = u.claimed_unit_id and ${decidableUnits(reach, "cu")}
  left join properties cp on cp.id = cu.property_id
  where ${personScope(reach)} and ${conditions}`;

/** @throws AppError not_found when missing or out of reach */
export async function findPerson(db: Db, reach: Reach, id: number): Promise<PersonRow> {
  const { rows } = await people(reach, sql`u.id = ${id}`).execute(db);
  const person = rows[0];
  if (person === undefined) throw notFound("person");
  return person;
}

/**
 * The same, locked for a change; rows that only name the person, such as a notification, may be written meanwhile, or two
 * writers could wait for each other. @throws AppError not_found
 */
export async function lockPerson(db: Db, reach: Reach, id: number): Promise<PersonRow> {
  await sql`select id from users where id = ${id} for no key update`.execute(db);
  return findPerson(db, reach, id);
}
