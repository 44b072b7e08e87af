import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Services } from "./http/context.ts";

type WithSecretKey = Pick<Services, "secretKey">;

interface SealPurpose {
  /** Each purpose has its own key. */
  purpose: string;
  /**
   * The secret's record. Someone with write access to the table can't assign the secret to another record.
   */
  boundTo: string;
}

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const deriveKey = ({ secretKey }: WithSecretKey, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secretKey, "", purpose, 32));

/** Encrypts a secret that the portal must be able to read again. */
export function seal(services: WithSecretKey, { purpose, boundTo }: SealPurpose, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, deriveKey(services, purpose), iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([encryption.update(secret), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), sealed]);
}

/**
 * Decrypts a sealed secret.
 * @throws if it was sealed with another key, for another purpose or for another record
 */
export function unseal(
  services: WithSecretKey,
  { purpose, boundTo }: SealPurpose,
  sealedSecret: Buffer,
): Buffer {
  const tagEnd = ivBytes + tagBytes;
  const decryption = createDecipheriv(
    cipher,
    deriveKey(services, purpose),
    sealedSecret.subarray(0, ivBytes),
    {
      authTagLength: tagBytes,
    },
  )
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealedSecret.subarray(ivBytes, tagEnd));
  return Buffer.concat([decryption.update(sealedSecret.subarray(tagEnd)), decryption.final()]);
}
