import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { usernameFrom } from "../username.ts";
import { usernamesFor } from "./usernames.ts";

interface NewUser {
  email: string;
  /** If blank or absent, it is made from the address (REG-07). */
  username?: string | undefined;
  fullName: string;
  role: Role;
  passwordHash: string;
  state: "pending" | "active";
  claimedUnitId: number | null;
  allBuildings?: boolean;
  /** Whether the link of an invitation has already confirmed the address. */
  isEmailConfirmed?: boolean;
  now: Date;
}

const emailTaken = () => {
  const message = "An account with this email address exists already. Please sign in instead.";
  return conflict(message, { fields: { email: message } });
};
const usernameTaken = () => {
  const message = "This username is taken. Please choose another.";
  return conflict(message, { fields: { username: message } });
};

interface Names {
  email: string;
  username?: string | undefined;
}

/** The username the person chose; for a blank field the form sends the one made from the address (REG-07). */
const chosenUsername = ({ email, username = "" }: Names): string | undefined =>
  username === "" || username === usernameFrom(email) ? undefined : username;

/** An early check before the costly hashing; `addUser` decides finally. @throws AppError conflict */
export async function refuseTaken(db: Db, names: Names): Promise<void> {
  const { rows } = await sql<{ email_taken: boolean; username_taken: boolean }>`
    select exists (select 1 from users where lower(email) = lower(${names.email})) as email_taken,
           exists (select 1 from users where lower(username) = lower(${chosenUsername(names) ?? ""})) as username_taken`.execute(
    db,
  );
  if (rows[0]?.email_taken) throw emailTaken();
  if (rows[0]?.username_taken) throw usernameTaken();
}

/** @throws AppError conflict when the address or the chosen username is taken */
export async function addUser(db: Db, user: NewUser): Promise<number> {
  const chosen = chosenUsername(user);
  for (const username of chosen === undefined ? usernamesFor(user.email) : [chosen]) {
    const added = await insert(db, user, username);
    if (added !== undefined) return added.id;
  }
  throw usernameTaken();
}

/** Undefined when the username is taken, without aborting the transaction, so that another can be tried. */
async function insert(db: Db, user: NewUser, username: string): Promise<{ id: number } | undefined> {
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
        claimed_unit_id: user.claimedUnitId,
        all_buildings: user.allBuildings ?? false,
        email_confirmed_at: user.isEmailConfirmed === true ? user.now : null,
        created_at: user.now,
      })
      .onConflict((taken) => taken.expression(sql`lower(username)`).doNothing())
      .returning("id")
      .executeTakeFirst();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === "users_email_once") throw emailTaken();
    throw error;
  }
}
