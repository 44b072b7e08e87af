import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Services } from "#server/http/context.ts";

type Keyed = Pick<Services, "secretKey">;

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const keyOf = ({ secretKey }: Keyed) => Buffer.from(hkdfSync("sha256", secretKey, "", "second-factor", 32));
/** Binds a secret to its person, so that write access to the table cannot assign it to somebody else. */
const boundTo = (userId: number) => Buffer.from(`user ${userId}`);

/** Encrypts the secret of this person's app. */
export function sealSecret(services: Keyed, userId: number, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(services), iv).setAAD(boundTo(userId));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

/** The secret of this person's app. @throws when it was sealed under another key or for somebody else */
export function openSecret(services: Keyed, userId: number, sealed: Buffer): Buffer {
  const tagEnd = ivBytes + tagBytes;
  const opening = createDecipheriv(cipher, keyOf(services), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(boundTo(userId))
    .setAuthTag(sealed.subarray(ivBytes, tagEnd));
  return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]);
}

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
