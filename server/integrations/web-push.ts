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
 * Web push: texts encrypted for one browser (RFC 8291, in the form of RFC 8188) and sent to the push service that the browser
 * named, signed by the portal's key (VAPID, RFC 8292).
 */

/** Where a browser gets its pushes, and the keys that only it can decrypt with; both keys as base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  text: string;
  isUrgent: boolean;
  /** How long the push service keeps it for a device that is switched off. */
  keptSeconds: number;
}

/** `gone`: the browser gave the subscription up. `later`: worth another try. */
export type Pushed =
  | { outcome: "sent" }
  | { outcome: "gone" }
  | { outcome: "later"; problem: string; afterSeconds: number | null }
  | { outcome: "refused"; problem: string };

export interface PushSender {
  /** Browsers subscribe with it, as base64url. */
  publicKey: string;
  send(target: PushTarget, message: PushMessage): Promise<Pushed>;
}

export interface PushRequest {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}
/** Makes one request and follows no redirect. */
export type Post = (
  request: PushRequest,
) => Promise<{ status: number; headers: Record<string, string | string[] | undefined> }>;

/** What fits into a record of 4,096 bytes, which every push service takes. */
export const textBytesMax = 3_993;
const recordBytes = 4_096;
const secondsMax = 10;
const tokenSeconds = 12 * 60 * 60;
const curve = "prime256v1";

/** The endpoint comes from the browser, so only the known push services are called. */
export function isPushAddress(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== "https:" || url.port !== "") return false;
  if (url.username !== "" || url.password !== "") return false;
  const { hostname } = url;
  return (
    hostname === "fcm.googleapis.com" ||
    [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"].some((end) =>
      hostname.endsWith(end),
    )
  );
}

/** Whether these are a point on the curve and a secret, as browsers make them. */
export function arePushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  try {
    freshPair().computeSecret(Buffer.from(p256dh, "base64url"));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, "base64url").length === 65 && Buffer.from(auth, "base64url").length === 16;
}

/** A new key of the portal, as PKCS #8. */
export const newPushKey = (): Buffer =>
  generateKeyPairSync("ec", {
    namedCurve: curve,
    privateKeyEncoding: { format: "der", type: "pkcs8" },
    publicKeyEncoding: { format: "der", type: "spki" },
  }).privateKey;

export function openPush(
  { key, publicUrl, clock }: { key: Buffer; publicUrl: string; clock: () => Date },
  post: Post = postByHttps,
): PushSender {
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const publicKey = pointOf(privateKey);
  // Whom a push service can turn to.
  const subject = publicUrl.startsWith("https:") ? publicUrl : `mailto:portal@${new URL(publicUrl).hostname}`;
  return {
    publicKey,
    async send(target, { text, isUrgent, keptSeconds }) {
      if (!isPushAddress(target.endpoint))
        return { outcome: "refused", problem: "The push service of this browser is not known." };
      const url = new URL(target.endpoint);
      const token = tokenFor(privateKey, { audience: url.origin, subject, now: clock() });
      try {
        const { status, headers } = await post({
          url,
          headers: {
            authorization: `vapid t=${token}, k=${publicKey}`,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            ttl: String(keptSeconds),
            urgency: isUrgent ? "high" : "normal",
          },
          body: encrypt(text, target),
        });
        return outcomeOf(status, headers["retry-after"], clock());
      } catch (error) {
        const { message, code, name } = error as Error & { code?: string };
        const problem =
          name === "TimeoutError" || name === "AbortError"
            ? `The push service did not answer within ${secondsMax} seconds.`
            : `The push service could not be reached: ${code ?? message}.`;
        return { outcome: "later", problem: problem.slice(0, 300), afterSeconds: null };
      }
    },
  };
}

function outcomeOf(status: number, retryAfter: string | string[] | undefined, now: Date): Pushed {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const problem = `The push service answered ${status}.`;
  return status === 429 || status === 408 || status >= 500
    ? { outcome: "later", problem, afterSeconds: secondsIn(String(retryAfter ?? ""), now) }
    : { outcome: "refused", problem };
}

/** A number of seconds or a date; null when it is neither. */
function secondsIn(retryAfter: string, now: Date): number | null {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? null : Math.ceil(Math.max(seconds, 0));
}

/**
 * The body of a push. `own` is a key pair for this message alone, and is given by tests only, like `salt`.
 * @throws Error for a text that is too long
 */
export function encrypt(
  text: string,
  { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">,
  { salt = randomBytes(16), own = freshPair() }: { salt?: Buffer; own?: ECDH } = {},
): Buffer {
  const content = Buffer.from(text);
  if (content.length > textBytesMax) throw new Error(`A push has ${content.length} bytes.`);
  const theirs = Buffer.from(p256dh, "base64url");
  const ours = own.getPublicKey();
  const key = derive(
    own.computeSecret(theirs),
    Buffer.from(auth, "base64url"),
    Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]),
    32,
  );
  const cipher = createCipheriv(
    "aes-128-gcm",
    derive(key, salt, "Content-Encoding: aes128gcm\0", 16),
    derive(key, salt, "Content-Encoding: nonce\0", 12),
  );
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordBytes);
  sizes.writeUInt8(ours.length, 4);
  const lastRecord = Buffer.from([2]);
  return Buffer.concat([
    salt,
    sizes,
    ours,
    cipher.update(Buffer.concat([content, lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function freshPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** The public key as a point, as browsers and push services take it. */
function pointOf(privateKey: KeyObject): string {
  const { x = "", y = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

function tokenFor(
  privateKey: KeyObject,
  { audience, subject, now }: { audience: string; subject: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const content = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: audience, exp, sub: subject })}`;
  const signature = sign("sha256", Buffer.from(content), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${content}.${signature.toString("base64url")}`;
}

const postByHttps: Post = async ({ url, headers, body }) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    https
      .request(url, {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(secondsMax * 1000),
        headers: { ...headers, "content-length": body.length },
      })
      .on("error", reject)
      .on("response", resolve)
      .end(body);
  });
  response.destroy();
  return { status: response.statusCode ?? 0, headers: response.headers };
};
