import { createHash, randomBytes } from "node:crypto";
import type { Services } from "#server/http/context.ts";
import { seal, unseal } from "#server/seal.ts";

type WithSecretKey = Pick<Services, "secretKey">;

const purposeFor = (userId: number) => ({ purpose: "two-factor", boundTo: `user ${userId}` });

/** Encrypts this person's authenticator secret. */
export const sealSecret = (services: WithSecretKey, userId: number, secret: Buffer): Buffer =>
  seal(services, purposeFor(userId), secret);

/**
 * Decrypts this person's authenticator secret.
 * @throws if it was sealed under another key or for another person
 */
export const openSecret = (services: WithSecretKey, userId: number, sealed: Buffer): Buffer =>
  unseal(services, purposeFor(userId), sealed);

/** Leaves out letters that look like digits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 24;

/** A recovery code of 120 random bits in six groups, such as `7g2k-0p9x-m4tq-zh1c-2b8v-e5ws`. */
export function createRecoveryCode(): string {
  const code = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}

/**
 * The stored hash of a code, regardless of how it was typed. With 120 random bits, a code can't be
 * brute-forced and needs neither key nor salt.
 */
export function hashRecoveryCode(input: string): Buffer {
  const normalized = input.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return createHash("sha256").update(normalized).digest();
}
