import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Services } from "./http/context.ts";

type Keyed = Pick<Services, "secretKey">;

interface Sealed {
  /** Each purpose has its own key. */
  purpose: string;
  /**
   * Binds a secret to its record, so that someone with write access to the table can't assign it to another
   * one.
   */
  boundTo: string;
}

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const deriveKey = ({ secretKey }: Keyed, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secretKey, "", purpose, 32));

/** Encrypts a secret that the portal must be able to read again. */
export function seal(services: Keyed, { purpose, boundTo }: Sealed, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, deriveKey(services, purpose), iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
}

/**
 * Decrypts a sealed secret.
 * @throws if it was sealed with another key, for another purpose or for another record
 */
export function unseal(services: Keyed, { purpose, boundTo }: Sealed, sealed: Buffer): Buffer {
  const tagEnd = ivBytes + tagBytes;
  const opening = createDecipheriv(cipher, deriveKey(services, purpose), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(ivBytes, tagEnd));
  return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]);
}
