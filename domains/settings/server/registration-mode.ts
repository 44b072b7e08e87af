import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";

/**
 * Returns who can register: anyone, subject to approval, or only invited people. The administrator's setting
 * applies. Without one, REGISTRATION from the environment applies.
 */
export async function getRegistrationMode(
  db: Db,
  config: Pick<Config, "registration">,
): Promise<Config["registration"]> {
  const organization = await db
    .selectFrom("organization")
    .select("registration_mode")
    .executeTakeFirstOrThrow();
  return organization.registration_mode ?? config.registration;
}
