import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from "node:crypto";
import {
  newPushKey,
  openPush,
  type PostRequest,
  type PushRequest,
  type PushSender,
} from "#server/integrations/push/web-push.ts";

/** Sends nothing, as if the push service were unavailable. */
export const pushToNoOne = (clock: () => Date = () => new Date()): PushSender =>
  openPush({ key: newPushKey(), publicUrl, clock }, () => Promise.reject(new Error("no network")));

interface Shown {
  title: string;
  body: string;
  link: string;
  tag: string;
}

/**
 * A fake push service with browsers. It decrypts messages with its own implementation of RFC 8188, 8291, and
 * 8292.
 */
export interface FakePushService {
  push: PushSender;
  /** Creates a browser's subscription, as it's sent to the portal. */
  browser(name: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The notifications shown in the browser, in order. */
  received(name: string): Shown[];
  requests: PushRequest[];
  /** The response to the next requests. */
  response: { status: number; headers?: Record<string, string> };
}

const publicUrl = "https://portal.example";

export function startFakePushService({ clock }: { clock: () => Date }): FakePushService {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const texts: { name: string; shown: Shown }[] = [];
  const nameIn = (url: URL) => url.pathname.slice("/fcm/send/".length);
  const post: PostRequest = async (request) => {
    receiver.requests.push(request);
    const { status, headers = {} } = receiver.response;
    const name = nameIn(request.url);
    const browser = browsers.get(name);
    if (browser === undefined) return { status: 410, headers: {} };
    checkToken(request, receiver.push.publicKey, clock());
    const text = decrypt(request.body, browser);
    if (status < 300) texts.push({ name, shown: JSON.parse(text) as Shown });
    return { status, headers };
  };
  const receiver: FakePushService = {
    push: openPush({ key: newPushKey(), publicUrl, clock }, post),
    browser(name) {
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = createHmac("sha256", "auth").update(name).digest().subarray(0, 16);
      browsers.set(name, { pair, auth });
      return {
        endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
        keys: { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") },
      };
    },
    received: (name) => texts.filter((one) => one.name === name).map(({ shown }) => shown),
    requests: [],
    response: { status: 201 },
  };
  return receiver;
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made.digest();
};

/** RFC 8291, section 3.4, step by step with HMAC only. */
export function decrypt(
  body: Buffer,
  { pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (body.length > recordSize) throw new Error("There is more than one record.");
  const keyPrk = hmac(auth, pair.computeSecret(sender));
  const ikm = hmac(keyPrk, "WebPush: info\0", pair.getPublicKey(), sender, Buffer.from([1]));
  const prk = hmac(salt, ikm);
  const key = hmac(prk, "Content-Encoding: aes128gcm\0\x01").subarray(0, 16);
  const nonce = hmac(prk, "Content-Encoding: nonce\0\x01").subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error("There is no padding delimiter.");
  return padded.subarray(0, end).toString("utf8");
}

function checkToken({ url, headers }: PushRequest, publicKey: string, now: Date): void {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  const { aud, exp, sub } = read(payload);
  const seconds = Number(exp) - now.getTime() / 1000;
  if (!isSigned || key !== publicKey || read(head).alg !== "ES256")
    throw new Error("The token isn't signed.");
  if (aud !== url.origin || sub !== publicUrl || seconds <= 0 || seconds > 86_400)
    throw new Error("The token is for a different request.");
}
