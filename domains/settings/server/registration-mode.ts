import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";

/**
 * Who may register: anybody, who then waits for approval, or only the invited. The administrator's choice applies; until
 * there is one, the environment's REGISTRATION does.
 */
export async function registrationMode(
  db: Db,
  config: Pick<Config, "registration">,
): Promise<Config["registration"]> {
  const organisation = await db
    .selectFrom("organisation")
    .select("registration_mode")
    .executeTakeFirstOrThrow();
  return (organisation.registration_mode as Config["registration"] | null) ?? config.registration;
}
