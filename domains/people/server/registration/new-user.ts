import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { deriveUsername } from "../../username.ts";

interface NewUser {
  email: string;
  /** If blank or missing, it's derived from the email address (REG-07). */
  username?: string;
  fullName: string;
  role: Role;
  passwordHash: string | null;
  state: "pending" | "active";
  requestedUnitId: number | null;
  hasAllProperties?: boolean;
  /** Whether the invitation or setup link has already confirmed the address. */
  isEmailConfirmed?: boolean;
  now: Date;
}

const emailTakenError = () => {
  const message = "An account with this email address already exists. Sign in instead.";
  return conflict(message, { fields: { email: message } });
};
const usernameTakenError = () => {
  const message = "This username is taken. Please choose another.";
  return conflict(message, { fields: { username: message } });
};

interface AccountNames {
  email: string;
  username?: string;
}

/**
 * Returns the username that the person entered. Undefined if it's blank or the one that the form derives from
 * the email address (REG-07).
 */
const getCustomUsername = ({ email, username = "" }: AccountNames): string | undefined =>
  username === "" || username === deriveUsername(email) ? undefined : username;

/**
 * Checks early, before the costly hashing, that the names are available. `addUser` has the final say.
 * @throws AppError conflict
 */
export async function assertNamesAvailable(db: Db, names: AccountNames): Promise<void> {
  const { rows } = await sql<{ email_taken: boolean; username_taken: boolean }>`
    select exists (select 1 from users where lower(email) = lower(${names.email})) as email_taken,
           exists (select 1 from users where fold_text(username) = fold_text(${getCustomUsername(names) ?? ""})) as username_taken`.execute(
    db,
  );
  if (rows[0]?.email_taken) throw emailTakenError();
  if (rows[0]?.username_taken) throw usernameTakenError();
}

/** Adds a user. @throws AppError conflict if the address or the requested username is taken */
export async function addUser(db: Db, user: NewUser): Promise<number> {
  const customUsername = getCustomUsername(user);
  for (const username of customUsername === undefined ? generateUsernames(user.email) : [customUsername]) {
    const insertedUser = await insertUser(db, user, username);
    if (insertedUser !== undefined) return insertedUser.id;
  }
  throw usernameTakenError();
}

/**
 * Returns undefined if the username is taken, without aborting the transaction, so that the caller can try
 * another.
 */
async function insertUser(db: Db, user: NewUser, username: string): Promise<{ id: number } | undefined> {
  try {
    return await db
      .insertInto("users")
      .values({
        email: user.email,
        username,
        full_name: user.fullName,
        role: user.role,
        password_hash: user.passwordHash,
        state: user.state,
        requested_unit_id: user.requestedUnitId,
        has_all_properties: user.hasAllProperties ?? false,
        email_confirmed_at: user.isEmailConfirmed === true ? user.now : null,
        created_at: user.now,
      })
      .onConflict((conflict) => conflict.expression(sql`fold_text(username)`).doNothing())
      .returning("id")
      .executeTakeFirst();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === "users_email_once") throw emailTakenError();
    throw error;
  }
}

/**
 * Usernames to try for a person who didn't enter one: first the plain name, then with longer and longer
 * numbers until one is free.
 */
export function* generateUsernames(email: string): Generator<string> {
  const base = deriveUsername(email);
  yield base;
  for (const digits of [2, 3, 4, 6, 9]) yield `${base}${randomInt(1, 10 ** digits)}`;
}
