import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";

const content = {
  title: "Leaking tap",
  description: "The tap in the kitchenette drips.",
  category: "Plumbing",
  location: "Kitchenette",
  priority: "medium",
  photos: [Buffer.alloc(32, 7)],
};

test("SIG-14 content signed with version 1 always verifies, so this version must never change", () => {
  expect(contentHash(content, 1).toString("hex")).toBe(
    "ff9a2f43f84a96b4d39451e7a783913b2fa377d8902c6c444edce5e86cf55004",
  );
});

test("an unknown content hash version throws", () => {
  expect(() => contentHash(content, 0)).toThrow("Unknown content hash version: 0");
});
