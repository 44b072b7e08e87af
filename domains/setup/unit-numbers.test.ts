import { expect, test } from "vitest";
import { parseUnitNumbers } from "./unit-numbers.ts";

test.each([
  ["101-103", ["101", "102", "103"]],
  ["101", ["101"]],
  [" 101 - 102 ,PH;Lobby ", ["101", "102", "PH", "Lobby"]],
  ["101\r102\r\nPH\nLobby", ["101", "102", "PH", "Lobby"]],
  ["A01-A03", ["A01", "A02", "A03"]],
  ["A9-11", ["A9", "A10", "A11"]],
  ["098–100", ["098", "099", "100"]],
  ["12-B", ["12-B"]],
  ["A1-B2", ["A1-B2"]],
  ["5-5", ["5"]],
  ["1-200", Array.from({ length: 200 }, (_, index) => String(index + 1))],
])("%s is read as the units it names", (written, numbers) => {
  expect(parseUnitNumbers(written)).toEqual({ numbers });
});

test.each([
  ["", /Please enter unit numbers/],
  [" , ;", /Please enter unit numbers/],
  ["110-101", /Enter the range 110-101 from low to high/],
  ["1-201", /up to 200 units/],
  ["1-999999999", /up to 200 units/],
  ["1-150, 201-300", /up to 200 units/],
  ["101-103, 102", /Unit 102 is listed twice/],
  ["ph, PH", /Unit PH is listed twice/],
  ["x".repeat(41), /up to 40 characters/],
])("the unit range %s is rejected with a message", (written, sentence) => {
  expect(parseUnitNumbers(written)).toEqual({ error: expect.stringMatching(sentence) as string });
});
