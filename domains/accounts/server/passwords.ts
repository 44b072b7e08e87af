import { boundedQueue } from "#server/http/bounded-queue.ts";
import { portal } from "#server/http/sender.ts";

/** Loaded at the first sign-in. */
const argon2 = () => import("@node-rs/argon2");

/** Argon2id (the package's default) as OWASP recommends it: some 20 ms and 19 MB a hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing takes a whole core: two at a time with a bounded queue, so that other requests are still served.
 * @throws AppError unavailable when too many wait
 */
export const takeHashingTurn = boundedQueue({ atOnce: 2, waiting: 100, waitingOfSender: 50 });

/** Compared with when there is no password, so that an unknown address takes as long as a known one. */
const decoy =
  "$argon2id$v=19$m=19456,t=2,p=1$BL56rtQq8djGCLnOU51n1g$9VYoMbHkVtr8UDDfaW7c5Rqgzx6Q70n2qBjNBCfVr1Y";

/** Normalises a password, so that it does not matter how the keyboard composes its letters. */
const normal = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string, sender = portal): Promise<string> =>
  takeHashingTurn(sender, async () => (await argon2()).hash(normal(password), cost));

/** Whether `password` matches the stored hash; takes as long without a hash. Call it inside `takeHashingTurn`. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  const matches = await (await argon2()).verify(kept ?? decoy, normal(password));
  return matches && kept !== null;
}
