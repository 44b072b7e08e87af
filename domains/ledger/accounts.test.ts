import { expect, test } from "vitest";
import { describeChargeKind } from "./accounts.ts";

test.each([
  ["common-area", "common area maintenance (CAM)"],
  ["late-fee", "late fee"],
] as const)("in a sentence, the charge type %s reads %s", (kind, text) => {
  expect(describeChargeKind(kind)).toBe(text);
});
