import { boundedQueue } from "#server/http/bounded-queue.ts";

/** Loaded when somebody first signs in. */
const argon2 = () => import("@node-rs/argon2");

/** Argon2id (the package's default) as OWASP recommends it: some 20 ms and 19 MB a hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing fills a core: two at a time, so that requests go on being answered, and a bounded queue.
 * @throws AppError unavailable when too many wait
 */
export const takeHashingTurn = boundedQueue(2, 100);

/** Compared with where there is no password, so that an unknown address takes as long as a known one. */
const decoy =
  "$argon2id$v=19$m=19456,t=2,p=1$BL56rtQq8djGCLnOU51n1g$9VYoMbHkVtr8UDDfaW7c5Rqgzx6Q70n2qBjNBCfVr1Y";

/** One password however the keyboard composed its letters. */
const normal = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> =>
  takeHashingTurn(async () => (await argon2()).hash(normal(password), cost));

/** Whether `password` is the kept one; takes as long without one. Called within a turn of `takeHashingTurn`. */
export async function isPassword(kept: string | null, password: string): Promise<boolean> {
  const matches = await (await argon2()).verify(kept ?? decoy, normal(password));
  return matches && kept !== null;
}
