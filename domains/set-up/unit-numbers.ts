export const firstUnitsMax = 200;
const numberCharactersMax = 40;

const sentences = {
  none: "Please enter unit numbers, such as 101-110",
  backwards: "A range goes from the smaller to the larger number",
  tooMany: `Please enter at most ${firstUnitsMax} units here; more can be imported afterwards`,
  tooLong: `A unit number may have at most ${numberCharactersMax} characters`,
};

/**
 * `101-103, PH` is 101, 102, 103 and PH: numbers and ranges of numbers, separated by commas. The prefix of a number
 * and its leading zeros are kept: `A01-A03` is A01, A02, A03.
 */
export function readUnitNumbers(written: string): { numbers: string[] } | { error: string } {
  const numbers: string[] = [];
  for (const part of written.split(/[,;\r\n]/).map((one) => one.trim())) {
    if (part === "") continue;
    const range = rangeOf(part);
    if (range === undefined) numbers.push(part);
    else if (range.last < range.first) return { error: `${sentences.backwards}: ${part.slice(0, 40)}` };
    // Counted before the range is expanded, as it may name millions.
    else if (range.last - range.first >= firstUnitsMax) return { error: sentences.tooMany };
    else
      for (let number = range.first; number <= range.last; number += 1)
        numbers.push(range.before + String(number).padStart(range.digits, "0"));
    if (numbers.length > firstUnitsMax) return { error: sentences.tooMany };
  }
  if (numbers.length === 0) return { error: sentences.none };
  if (numbers.some((number) => number.length > numberCharactersMax)) return { error: sentences.tooLong };
  const twice = numbers.find(
    (number, at) => numbers.findIndex((other) => other.toLowerCase() === number.toLowerCase()) !== at,
  );
  return twice === undefined ? { numbers } : { error: `Unit ${twice} is listed twice` };
}

/** The range `A01-A10` or `A01-10`; undefined for a single number, such as `12-B`. */
function rangeOf(part: string): { before: string; first: number; last: number; digits: number } | undefined {
  const [, before = "", first = "", after = "", last = ""] =
    /^(\D*?)(\d{1,9})\s*[-–—]\s*(\D*?)(\d{1,9})$/.exec(part) ?? [];
  if (first === "" || (after !== "" && after.toLowerCase() !== before.toLowerCase())) return undefined;
  return { before, first: Number(first), last: Number(last), digits: first.length };
}
