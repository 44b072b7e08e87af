/**
 * How many letters were left out, added, taken for another or for each other's neighbour to make `typed` of `word`; of the
 * whole word, and of the beginning of it that is nearest, as whoever types may not have come to its end.
 */
export function lettersApart(typed: string, word: string): { whole: number; beginning: number } {
  const [from, to] = [[...typed], [...word]];
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, letter] of from.entries()) {
    const next = [row + 1];
    for (const [column, other] of to.entries()) {
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other;
      next.push(
        Math.min(
          (last[column] ?? 0) + (letter === other ? 0 : 1),
          (last[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          isSwapped ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return { whole: last.at(-1) ?? 0, beginning: Math.min(...last) };
}
