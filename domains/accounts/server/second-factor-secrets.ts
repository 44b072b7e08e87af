import { createHash, randomBytes } from "node:crypto";
import type { Services } from "#server/http/context.ts";
import { seal, unseal } from "#server/seal.ts";

type Keyed = Pick<Services, "secretKey">;

const of = (userId: number) => ({ purpose: "second-factor", boundTo: `user ${userId}` });

/** Encrypts the secret of this person's app. */
export const sealSecret = (services: Keyed, userId: number, secret: Buffer): Buffer =>
  seal(services, of(userId), secret);

/** The secret of this person's app. @throws when it was sealed under another key or for somebody else */
export const openSecret = (services: Keyed, userId: number, sealed: Buffer): Buffer =>
  unseal(services, of(userId), sealed);

/** Without letters that look like digits. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 24;

/** 120 random bits in six groups: `7g2k-0p9x-m4tq-zh1c-2b8v-e5ws`. */
export function newRecoveryCode(): string {
  const code = [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]).join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}

/** The stored hash of a code, however it was typed. 120 random bits need neither key nor salt: they cannot be brute-forced. */
export function hashOfRecoveryCode(typed: string): Buffer {
  const plain = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return createHash("sha256").update(plain).digest();
}
