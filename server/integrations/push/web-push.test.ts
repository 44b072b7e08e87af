import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decrypt, startFakePushService } from "#test/fakes/fake-push.ts";
import { arePushKeys, encrypt, isPushEndpoint, maxTextBytes } from "./web-push.ts";

const toKeyPair = (privateKey: string) => {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return pair;
};
const now = new Date("2026-11-24T12:00:00Z");
const message = { text: '{"title":"Leak"}', isUrgent: false, ttlSeconds: 60 };

describe("NAV-31 push messages", () => {
  test("push messages are encrypted as in the example in RFC 8291", () => {
    const browser = toKeyPair("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
    const auth = "BTBZMqHH6r4Tts7J_aSIgg";
    const body = encrypt(
      "When I grow up, I want to be a watermelon",
      { p256dh: browser.getPublicKey("base64url"), auth },
      {
        salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
        keyPair: toKeyPair("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
      },
    );
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  test("push messages of up to 3,993 bytes can be decrypted only by the browser, and a longer message throws", () => {
    const browser = createECDH("prime256v1");
    browser.generateKeys();
    const auth = Buffer.alloc(16, 7);
    const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
    for (const text of ["", "Grüße aus dem Keller 🔧", "x".repeat(maxTextBytes)]) {
      const body = encrypt(text, keys);
      expect(body.length).toBeLessThanOrEqual(4_096);
      expect(decrypt(body, { pair: browser, auth })).toBe(text);
      expect(encrypt(text, keys).equals(body)).toBe(false);
    }
    expect(() => decrypt(encrypt("x", keys), { pair: browser, auth: Buffer.alloc(16, 8) })).toThrow(
      "unable to authenticate",
    );
    expect(() => encrypt("x".repeat(maxTextBytes + 1), keys)).toThrow("3994 bytes");
  });

  test.each([
    ["https://fcm.googleapis.com/fcm/send/abc", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
    ["https://web.push.apple.com/abc", true],
    ["https://wns2-by3p.notify.windows.com/w/?token=abc", true],
    ["http://fcm.googleapis.com/fcm/send/abc", false],
    ["https://fcm.googleapis.com:8443/fcm/send/abc", false],
    ["https://name:word@fcm.googleapis.com/abc", false],
    ["https://fcm.googleapis.com.example.com/abc", false],
    ["https://evil-fcm.googleapis.com/abc", false],
    ["https://evilpush.apple.com/abc", false],
    ["https://push.apple.com/abc", false],
    ["https://fcm.googleapis.com@169.254.169.254/", false],
    ["https://169.254.169.254/latest/meta-data", false],
    ["https://[::1]/", false],
    ["https://localhost/", false],
    ["file:///etc/passwd", false],
    ["", false],
  ])("push messages to %s are sent: %s", async (endpoint, isSent) => {
    expect(isPushEndpoint(endpoint)).toBe(isSent);
    const receiver = startFakePushService({ clock: () => now });
    const { keys } = receiver.browser("a");
    await receiver.push.send({ endpoint, ...keys }, message);
    expect(receiver.requests).toHaveLength(isSent ? 1 : 0);
  });

  test("push messages require keys that a browser could have generated", () => {
    const { keys } = startFakePushService({ clock: () => now }).browser("a");
    expect(arePushKeys(keys)).toBe(true);
    const notOnTheCurve = Buffer.from(keys.p256dh, "base64url").fill(1, 1).toString("base64url");
    for (const wrong of [
      { ...keys, p256dh: notOnTheCurve },
      { ...keys, p256dh: "" },
      { ...keys, auth: "AAAA" },
      { ...keys, p256dh: keys.p256dh.slice(0, 44) },
    ])
      expect(arePushKeys(wrong)).toBe(false);
  });

  test.each([
    [{ status: 201 }, { outcome: "sent" }],
    [{ status: 404 }, { outcome: "gone" }],
    [{ status: 410 }, { outcome: "gone" }],
    [
      { status: 429, headers: { "retry-after": "120" } },
      { outcome: "later", retryAfterSeconds: 120 },
    ],
    [
      { status: 503, headers: { "retry-after": "Tue, 24 Nov 2026 12:01:00 GMT" } },
      { outcome: "later", retryAfterSeconds: 60 },
    ],
    [
      { status: 500, headers: { "retry-after": "soon" } },
      { outcome: "later", retryAfterSeconds: null },
    ],
    // A redirect isn't followed.
    [{ status: 307, headers: { location: "http://127.0.0.1/" } }, { outcome: "rejected" }],
    [{ status: 403 }, { outcome: "rejected", problem: "The push service returned 403." }],
  ])("push messages with the response %j result in %j", async (answer, expected) => {
    const receiver = startFakePushService({ clock: () => now });
    const { endpoint, keys } = receiver.browser("a");
    receiver.response = answer;
    expect(await receiver.push.send({ endpoint, ...keys }, message)).toMatchObject(expected);
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({ ttl: "60", urgency: "normal", "content-encoding": "aes128gcm" });
  });
});
