import type { SignedInCtx } from "#server/http/context.ts";
import { countUse, refuseOverLimit } from "#server/http/limits.ts";
import { senderOf } from "#server/http/sender.ts";
import { invalid } from "#shared/errors.ts";
import { wrongPasswordsPerPerson } from "./limits.ts";
import { isPassword, takeHashingTurn } from "./passwords.ts";
import { type Credentials, findCredentials } from "./queries.ts";

/**
 * The user's credentials, after the user has entered the current password again. Refused guesses must stay counted, so
 * `ctx.db` is the pool.
 * @throws AppError invalid at `field`; too_many
 */
export const provePassword = (ctx: SignedInCtx, password: string, field: string): Promise<Credentials> =>
  takeHashingTurn(senderOf(ctx), async () => {
    const { actor, db } = ctx;
    await refuseOverLimit(ctx, wrongPasswordsPerPerson, String(actor.id));
    const found = await findCredentials(db, actor.email);
    if (found !== undefined && (await isPassword(found.password_hash, password))) return found;
    ctx.log.warn({ userId: actor.id }, "refused: wrong password");
    await countUse(ctx, wrongPasswordsPerPerson, String(actor.id));
    throw invalid({ [field]: "This is not your current password." });
  });
