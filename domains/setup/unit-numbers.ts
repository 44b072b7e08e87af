import { foldText } from "#shared/fold-text.ts";
export const maxFirstUnits = 200;
const maxUnitNumberLength = 40;

const messages = {
  none: "Please enter unit numbers, such as 101-110",
  reversed: (range: string) => `Enter the range ${range} from low to high, such as 101-110`,
  tooMany: `Enter up to ${maxFirstUnits} units here. You can import more later`,
  tooLong: `Unit numbers can be up to ${maxUnitNumberLength} characters`,
};

/**
 * Parses numbers and ranges of numbers separated by commas. For example, `101-103, PH` is 101, 102, 103, and
 * PH. The prefix of a number and its leading zeros are kept, so `A01-A03` is A01, A02, A03.
 */
export function parseUnitNumbers(input: string): { numbers: string[] } | { error: string } {
  const numbers: string[] = [];
  for (const part of input.split(/[,;\r\n]/).map((part) => part.trim())) {
    if (part === "") continue;
    const range = parseRange(part);
    if (range === undefined) numbers.push(part);
    else if (range.last < range.first) return { error: messages.reversed(part.slice(0, 40)) };
    // Counted before the range is expanded, because it could name millions of units.
    else if (range.last - range.first >= maxFirstUnits) return { error: messages.tooMany };
    else
      for (let number = range.first; number <= range.last; number += 1)
        numbers.push(range.prefix + String(number).padStart(range.digits, "0"));
    if (numbers.length > maxFirstUnits) return { error: messages.tooMany };
  }
  if (numbers.length === 0) return { error: messages.none };
  if (numbers.some((number) => number.length > maxUnitNumberLength)) return { error: messages.tooLong };
  const duplicate = numbers.find(
    (number, index) => numbers.findIndex((other) => foldText(other) === foldText(number)) !== index,
  );
  return duplicate === undefined ? { numbers } : { error: `Unit ${duplicate} is listed twice` };
}

/** Parses a range such as `A01-A10` or `A01-10`. Undefined for a single number such as `12-B`. */
function parseRange(
  part: string,
): { prefix: string; first: number; last: number; digits: number } | undefined {
  const [, before = "", first = "", lastPrefix = "", last = ""] =
    /^(\D*?)(\d{1,9})\s*[-–—]\s*(\D*?)(\d{1,9})$/.exec(part) ?? [];
  if (first === "" || (lastPrefix !== "" && foldText(lastPrefix) !== foldText(before))) return undefined;
  return { prefix: before, first: Number(first), last: Number(last), digits: first.length };
}
