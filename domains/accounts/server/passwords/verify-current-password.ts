import type { SignedInCtx } from "#server/http/context.ts";
import { assertUnderLimit, countUse } from "#server/http/protection/limits.ts";
import { getSender } from "#server/http/requests/sender.ts";
import { invalid } from "#shared/errors.ts";
import { wrongPasswordsPerPerson } from "../limits.ts";
import { type Credentials, findCredentials } from "./credentials.ts";
import { passwordMatches, queueHashing } from "./passwords.ts";

/**
 * Returns the user's credentials after the user has reentered the current password. `ctx.db` is the pool,
 * because rejected guesses must stay counted.
 * @throws AppError invalid at `field`; too_many
 */
export const verifyCurrentPassword = (
  ctx: SignedInCtx,
  password: string,
  field: string,
): Promise<Credentials> =>
  queueHashing(getSender(ctx), async () => {
    const { actor, db } = ctx;
    await assertUnderLimit(ctx, wrongPasswordsPerPerson, String(actor.id));
    const credentials = await findCredentials(db, actor.email);
    if (credentials !== undefined && (await passwordMatches(credentials.password_hash, password)))
      return credentials;
    ctx.log.warn({ userId: actor.id }, "rejected: wrong password");
    await countUse(ctx, wrongPasswordsPerPerson, String(actor.id));
    throw invalid({ [field]: "The current password is incorrect." });
  });
