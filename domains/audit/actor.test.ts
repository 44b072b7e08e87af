import { expect, test } from "vitest";
import { sentenceOf } from "./actions.ts";
import { type Recorded, sayActor } from "./actor.ts";

const byPortal: Recorded = {
  actorId: null,
  actorName: "Signed out",
  action: "posting.started",
  requestId: "",
};
const received = { ...byPortal, action: "ledger.payment-received" };

test.each<[string, Recorded, Parameters<typeof sayActor>[1], string]>([
  ["what the card provider reports", received, "stripe", "Stripe"],
  ["a disputed payment", { ...byPortal, action: "payment.dispute-changed" }, "stripe", "Stripe"],
  [
    "a refund made in the provider's account",
    { ...byPortal, action: "payment.given-back" },
    "stripe",
    "Stripe",
  ],
  ["the sandbox", received, "sandbox", "Sandbox"],
  ["a provider that is not set up any more", received, null, "Card provider"],
  ["what the portal does by itself", byPortal, "stripe", "System"],
  ["the portal under its earlier name", { ...byPortal, actorName: "The portal" }, "stripe", "System"],
  [
    "a request of somebody who is not signed in",
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
    "a person before the sign-in",
    {
      ...byPortal,
      action: "session.second-factor-locked-out",
      actorName: "Maria Gonzales",
      requestId: "r-9",
    },
    "stripe",
    "Maria Gonzales",
  ],
])("the log names who did it: %s", (_, entry, provider, name) => {
  expect(sayActor(entry, provider)).toBe(name);
});

test.each([
  [null, "received a payment for "],
  [5, "made an online payment for "],
])("a provider receives a payment, and a person makes it: %s", (actorId, before) => {
  expect(sentenceOf("ledger.payment-received", actorId).before).toBe(before);
});
