import { randomBytes } from "node:crypto";
import { sealSecret } from "#domains/accounts/server/second-factor-secrets.ts";
import { codeAt, stepOf } from "#domains/accounts/server/totp.ts";
import type { TestPortal } from "#test/portal.ts";

/** The authenticator app of a person. */
export interface AuthenticatorApp {
  /** What it shows now, or so many half minutes from now. */
  code: (later?: number) => string;
}

/** Gives a person an app whose secret is in use, or waits for its first code. */
export async function giveApp(
  { db, services, clock }: Pick<TestPortal, "db" | "services" | "clock">,
  userId: number,
  { isOn = true } = {},
): Promise<AuthenticatorApp> {
  const secret = randomBytes(20);
  const row = {
    secret: sealSecret(services, userId, secret),
    prepared_at: clock.now,
    confirmed_at: isOn ? clock.now : null,
    last_step: 0,
  };
  await db
    .insertInto("second_factors")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return { code: (later = 0) => codeAt(secret, stepOf(clock.now) + later) };
}
