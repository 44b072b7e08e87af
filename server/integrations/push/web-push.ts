import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type { IncomingMessage } from "node:http";
import https from "node:https";

/*
 * Web push: messages encrypted for one browser (RFC 8291, in the form of RFC 8188), sent to the push service
 * chosen by the browser and signed with the portal's key (VAPID, RFC 8292).
 */

/**
 * The address at which a browser receives push messages, and the keys that encrypt them for this browser, as
 * base64url.
 */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  text: string;
  isUrgent: boolean;
  /** How long the push service stores the message for a device that is switched off. */
  ttlSeconds: number;
}

/** `gone`: the subscription no longer exists. `later`: another attempt might succeed. */
export type PushResult =
  | { outcome: "sent" }
  | { outcome: "gone" }
  | { outcome: "later"; problem: string; retryAfterSeconds: number | null }
  | { outcome: "rejected"; problem: string };

export interface PushSender {
  /** The key browsers subscribe with, as base64url. */
  publicKey: string;
  send(target: PushTarget, message: PushMessage): Promise<PushResult>;
}

export interface PushRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}
/** Makes one request and follows no redirect. */
export type PostRequest = (
  request: PushRequest,
) => Promise<{ status: number; headers: Record<string, string | string[] | undefined> }>;

/** The text that fits into a record of 4,096 bytes, which every push service accepts. */
export const maxTextBytes = 3_993;
const recordBytes = 4_096;
const timeoutSeconds = 10;
const tokenSeconds = 12 * 60 * 60;
const curve = "prime256v1";

/**
 * Whether the endpoint belongs to a known push service. Browsers send us the endpoint, so the portal calls no
 * other hosts.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== "https:" || url.port !== "") return false;
  if (url.username !== "" || url.password !== "") return false;
  const { hostname } = url;
  return (
    hostname === "fcm.googleapis.com" ||
    [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"].some((suffix) =>
      hostname.endsWith(suffix),
    )
  );
}

/** Whether these are a point on the curve and a secret of the length that browsers generate. */
export function arePushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  try {
    createKeyPair().computeSecret(Buffer.from(p256dh, "base64url"));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, "base64url").length === 65 && Buffer.from(auth, "base64url").length === 16;
}

/** Generates a key for the portal, as PKCS #8. */
export const newPushKey = (): Buffer =>
  generateKeyPairSync("ec", {
    namedCurve: curve,
    privateKeyEncoding: { format: "der", type: "pkcs8" },
    publicKeyEncoding: { format: "der", type: "spki" },
  }).privateKey;

export function openPush(
  { key, publicUrl, clock }: { key: Buffer; publicUrl: string; clock: () => Date },
  post: PostRequest = postByHttps,
): PushSender {
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const publicKey = toPublicKey(privateKey);
  // The contact for the operators of the push service.
  const subject = publicUrl.startsWith("https:") ? publicUrl : `mailto:portal@${new URL(publicUrl).hostname}`;
  return {
    publicKey,
    async send(target, { text, isUrgent, ttlSeconds }) {
      if (!isPushEndpoint(target.endpoint))
        return { outcome: "rejected", problem: "This browser's push service isn't supported." };
      const url = new URL(target.endpoint);
      const token = createVapidToken(privateKey, { audience: url.origin, subject, now: clock() });
      try {
        const { status, headers } = await post({
          url,
          headers: {
            authorization: `vapid t=${token}, k=${publicKey}`,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            ttl: String(ttlSeconds),
            urgency: isUrgent ? "high" : "normal",
          },
          body: encrypt(text, target),
        });
        return toResult(status, headers["retry-after"], clock());
      } catch (error) {
        const { message, code, name } = error as Error & { code?: string };
        const problem =
          name === "TimeoutError" || name === "AbortError"
            ? `The push service didn't respond within ${timeoutSeconds} seconds.`
            : `The push service couldn't be reached: ${code ?? message}.`;
        return { outcome: "later", problem: problem.slice(0, 300), retryAfterSeconds: null };
      }
    },
  };
}

function toResult(status: number, retryAfter: string | string[] | undefined, now: Date): PushResult {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const problem = `The push service returned ${status}.`;
  return status === 429 || status === 408 || status >= 500
    ? { outcome: "later", problem, retryAfterSeconds: parseRetryAfter(String(retryAfter ?? ""), now) }
    : { outcome: "rejected", problem };
}

/** Parses a number of seconds or a date. Returns null if it is neither. */
function parseRetryAfter(retryAfter: string, now: Date): number | null {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? null : Math.ceil(Math.max(seconds, 0));
}

/**
 * Returns the body of a push message. `salt` and `keyPair` are new for each message. Only tests set them.
 * @throws Error if the text is too long
 */
export function encrypt(
  text: string,
  { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">,
  { salt = randomBytes(16), keyPair = createKeyPair() }: { salt?: Buffer; keyPair?: ECDH } = {},
): Buffer {
  const content = Buffer.from(text);
  if (content.length > maxTextBytes) throw new Error(`A push message has ${content.length} bytes.`);
  const browserPublicKey = Buffer.from(p256dh, "base64url");
  const ownPublicKey = keyPair.getPublicKey();
  const key = derive(
    keyPair.computeSecret(browserPublicKey),
    Buffer.from(auth, "base64url"),
    Buffer.concat([Buffer.from("WebPush: info\0"), browserPublicKey, ownPublicKey]),
    32,
  );
  const cipher = createCipheriv(
    "aes-128-gcm",
    derive(key, salt, "Content-Encoding: aes128gcm\0", 16),
    derive(key, salt, "Content-Encoding: nonce\0", 12),
  );
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordBytes);
  sizes.writeUInt8(ownPublicKey.length, 4);
  const lastRecord = Buffer.from([2]);
  return Buffer.concat([
    salt,
    sizes,
    ownPublicKey,
    cipher.update(Buffer.concat([content, lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function createKeyPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** Returns the public key as a point, the form browsers and push services use. */
function toPublicKey(privateKey: KeyObject): string {
  const { x = "", y = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

function createVapidToken(
  privateKey: KeyObject,
  { audience, subject, now }: { audience: string; subject: string; now: Date },
): string {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const content = `${encodePart({ typ: "JWT", alg: "ES256" })}.${encodePart({ aud: audience, exp, sub: subject })}`;
  const signature = sign("sha256", Buffer.from(content), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
}

const postByHttps: PostRequest = async ({ url, headers, body }) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    https
      .request(url, {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        headers: { ...headers, "content-length": body.length },
      })
      .on("error", reject)
      .on("response", resolve)
      .end(body);
  });
  response.destroy();
  return { status: response.statusCode ?? 0, headers: response.headers };
};
