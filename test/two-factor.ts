import { randomBytes } from "node:crypto";
import { generateCode, getTimeStep } from "#domains/accounts/server/two-factor/totp.ts";
import { sealSecret } from "#domains/accounts/server/two-factor/two-factor-secrets.ts";
import type { TestPortal } from "#test/portal.ts";

/** A person's authenticator app. */
export interface AuthenticatorApp {
  /** The code it shows now, or this many half minutes from now. */
  code: (later?: number) => string;
}

/** Adds an authenticator app, active or awaiting its first code. */
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
    next_secret: null,
    next_prepared_at: null,
  };
  await db
    .insertInto("authenticator_apps")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return appWith(secret, clock);
}

/** An app with the key from a QR code, typed with or without spaces. */
export function appFromKey(key: string, clock: { readonly now: Date }): AuthenticatorApp {
  const bits = [...key.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return appWith(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))), clock);
}

const appWith = (secret: Buffer, clock: { readonly now: Date }): AuthenticatorApp => ({
  code: (later = 0) => generateCode(secret, getTimeStep(clock.now) + later),
});
