import { expect, test } from "vitest";
import { describeNextStep } from "./next-step.ts";

const anna = { fullName: "Anna Kim" };

test.each([
  ["open", null, "Waiting to be assigned"],
  ["urgent", null, "Waiting to be assigned"],
  ["open", anna, "Assigned to Anna Kim"],
  ["urgent", anna, "Assigned to Anna Kim"],
  ["scheduled", null, "Scheduled, waiting to be assigned"],
  ["scheduled", anna, "Scheduled with Anna Kim"],
  ["in_progress", null, "In progress"],
  ["in-progress", anna, "Anna Kim is working on it"],
  ["completed", anna, "Completed. Ready for your sign-off"],
  ["cancelled", null, "Cancelled"],
  ["on_hold", anna, "on_hold"],
])("nextStep describes what happens next for status %s", (status, assignee, words) => {
  expect(describeNextStep({ status, assignee, awaitingApproval: false })).toBe(words);
});

test("nextStep tells a person who isn't approved yet to wait for approval", () => {
  expect(describeNextStep({ status: "open", assignee: null, awaitingApproval: true })).toBe(
    "Waiting for your account approval",
  );
});
