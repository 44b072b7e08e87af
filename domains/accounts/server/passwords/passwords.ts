import { boundedQueue } from "#server/http/protection/bounded-queue.ts";
import { portalSender } from "#server/http/requests/sender.ts";

/** Loaded on the first sign-in. */
const loadArgon2 = () => import("@node-rs/argon2");

/** Argon2id (the package's default) with the cost OWASP recommends: about 20 ms and 19 MB per hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing takes a whole core. Only two hashes run at a time, with a bounded queue, so that other requests are
 * still served.
 * @throws AppError unavailable if the queue is full
 */
export const queueHashing = boundedQueue({ concurrency: 2, maxWaiting: 100, maxWaitingPerSender: 50 });

/**
 * The hash to compare with if there is no password, so that an unknown address takes as long as a known one.
 */
const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$BL56rtQq8djGCLnOU51n1g$9VYoMbHkVtr8UDDfaW7c5Rqgzx6Q70n2qBjNBCfVr1Y";

/** Normalizes a password so that it doesn't matter how the keyboard composes its letters. */
const normalize = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string, sender = portalSender): Promise<string> =>
  queueHashing(sender, async () => (await loadArgon2()).hash(normalize(password), cost));

/**
 * Whether `password` matches the stored hash. Takes just as long without a hash. Call it inside
 * `queueHashing`.
 */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  const matches = await (await loadArgon2()).verify(hash ?? dummyHash, normalize(password));
  return matches && hash !== null;
}
