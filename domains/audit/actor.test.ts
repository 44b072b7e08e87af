import { expect, test } from "vitest";
import { toSentence } from "./actions.ts";
import { formatActor, type RecordedActor } from "./actor.ts";

const byPortal: RecordedActor = {
  actorId: null,
  actorName: "Signed out",
  action: "posting.started",
  requestId: "",
};
const received = { ...byPortal, action: "ledger.payment-received" };

test.each<[string, RecordedActor, Parameters<typeof formatActor>[1], string]>([
  ["an event reported by the card provider", received, "stripe", "Stripe"],
  ["a disputed payment", { ...byPortal, action: "payment.dispute-changed" }, "stripe", "Stripe"],
  [
    "a refund made in the provider's account",
    { ...byPortal, action: "payment.refunded" },
    "stripe",
    "Stripe",
  ],
  ["the sandbox", received, "sandbox", "Sandbox"],
  ["a provider that is no longer configured", received, null, "Card provider"],
  ["an automatic action of the portal", byPortal, "stripe", "System"],
  ["the portal under its earlier name", { ...byPortal, actorName: "The portal" }, "stripe", "System"],
  [
    "a request from someone who isn't signed in",
    { ...byPortal, action: "network.locked-out", requestId: "r-7" },
    "stripe",
    "A visitor",
  ],
  [
    "a person",
    { ...received, actorId: 5, actorName: "Maria Gonzales", requestId: "r-8" },
    "stripe",
    "Maria Gonzales",
  ],
  [
    "a person before signing in",
    {
      ...byPortal,
      action: "session.two-factor-locked-out",
      actorName: "Maria Gonzales",
      requestId: "r-9",
    },
    "stripe",
    "Maria Gonzales",
  ],
])("the audit log names the actor: %s", (_, entry, provider, name) => {
  expect(formatActor(entry, provider)).toBe(name);
});

test.each([
  [null, "received a payment for "],
  [5, "made an online payment for "],
])(
  "the audit log distinguishes payments made by a person from payments received by a provider: %s",
  (actorId, before) => {
    expect(toSentence("ledger.payment-received", actorId).before).toBe(before);
  },
);
