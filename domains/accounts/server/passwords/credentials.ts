import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Role } from "#shared/permissions.ts";

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

/** Whether these credentials are still valid. The lock keeps them unchanged until the transaction ends. */
export async function lockCredentials(db: Db, { id, password_hash }: Credentials): Promise<boolean> {
  const { rows } = await sql`
    select id from users where id = ${id} and password_hash = ${password_hash} and state <> 'disabled' for no key update`.execute(
    db,
  );
  return rows.length === 1;
}

export interface LockedAccount {
  id: number;
  role: Role;
  email: string;
  fullName: string;
  emailConfirmedAt: Date | null;
}

/**
 * Locks the account before any of its other rows. This serializes confirmations, sign-ins, and two-factor
 * changes without deadlocks. Returns undefined if the account is disabled.
 */
export async function lockAccount(db: Db, id: number): Promise<LockedAccount | undefined> {
  const { rows } = await sql<LockedAccount>`
    select id, role, email, full_name as "fullName", email_confirmed_at as "emailConfirmedAt"
    from users where id = ${id} and state <> 'disabled' for no key update`.execute(db);
  return rows[0];
}
