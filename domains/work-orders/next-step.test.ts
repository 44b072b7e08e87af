import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const anna = { fullName: "Anna Kim" };

test.each([
  ["open", null, "Waiting to be assigned"],
  ["urgent", null, "Waiting to be assigned"],
  ["open", anna, "Assigned to Anna Kim"],
  ["urgent", anna, "Assigned to Anna Kim"],
  ["scheduled", null, "Scheduled, waiting to be assigned"],
  ["scheduled", anna, "Scheduled with Anna Kim"],
  ["in_progress", null, "Being worked on"],
  ["in-progress", anna, "Anna Kim is working on it"],
  ["completed", anna, "Completed: sign off"],
  ["cancelled", null, "Cancelled"],
  ["on_hold", anna, "on_hold"],
])("the next step of an order that is %s", (status, assignee, words) => {
  expect(nextStep({ status, assignee, awaitingApproval: false })).toBe(words);
});

test("the next step of an order of a person who is not approved yet", () => {
  expect(nextStep({ status: "open", assignee: null, awaitingApproval: true })).toBe(
    "Waiting for your account to be approved",
  );
});
