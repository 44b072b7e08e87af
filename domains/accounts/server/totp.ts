import { createHmac, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The half minute `instant` is in, counted from 1970. */
export const stepOf = (instant: Date): number => Math.floor(instant.getTime() / 1000 / stepSeconds);

/** The six digits that an authenticator app shows in a half minute (RFC 6238 with SHA-1, as every app has it). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The half minute whose code this is: the present one, or one before or after, as clocks differ. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code);
  const present = stepOf(now);
  const steps = [present, present - 1, present + 1];
  return steps.find(
    (step) => given.length === 6 && timingSafeEqual(Buffer.from(codeAt(secret, step)), given),
  );
}

/** Bytes as people type them into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** What an app reads from the QR code. */
export function keyUri({
  secret,
  issuer,
  account,
}: {
  secret: Buffer;
  issuer: string;
  account: string;
}): string {
  // A colon would part the name in the wrong place.
  const name = issuer.replaceAll(":", " ");
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(name)}`;
  return `otpauth://totp/${encodeURIComponent(name)}:${encodeURIComponent(account)}?${query}`;
}
