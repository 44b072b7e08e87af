import { createHmac, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The time step of `instant`: the number of half-minutes since 1970. */
export const getTimeStep = (instant: Date): number => Math.floor(instant.getTime() / 1000 / stepSeconds);

/**
 * The six digits an authenticator app shows in a time step (RFC 6238 with SHA-1, which every app supports).
 */
export function generateCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/**
 * Finds the time step of this code: the current one or, to allow for clock differences, the previous or the
 * next one. Undefined for a wrong code.
 */
export function findTimeStep(secret: Buffer, code: string, now: Date): number | undefined {
  const input = Buffer.from(code);
  const currentStep = getTimeStep(now);
  const steps = [currentStep, currentStep - 1, currentStep + 1];
  return steps.find(
    (step) => input.length === 6 && timingSafeEqual(Buffer.from(generateCode(secret, step)), input),
  );
}

/** Encodes bytes in base32, the form people type into an app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("");
}

/** The `otpauth://` URI in the QR code. */
export function formatKeyUri({
  secret,
  issuer,
  account,
}: {
  secret: Buffer;
  issuer: string;
  account: string;
}): string {
  // A colon would split the label in the wrong place.
  const name = issuer.replaceAll(":", " ");
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(name)}`;
  return `otpauth://totp/${encodeURIComponent(name)}:${encodeURIComponent(account)}?${query}`;
}
