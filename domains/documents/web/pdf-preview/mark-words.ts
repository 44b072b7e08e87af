const hyphenatedEnd = /[\p{L}\p{M}]+[-\u00ad\u2010]\s*$/u;
const firstLetters = /^\s*[\p{L}\p{M}]+/u;

/**
 * Highlights the words in the pieces of a text layer, including words hyphenated across two pieces. Words
 * that a file draws in pieces without a hyphen aren't found.
 */
export function markWords(pieces: readonly HTMLElement[], words: readonly string[]): void {
  if (words.length === 0) return;
  const wordPattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const wholeWord = new RegExp(`^(?:${wordPattern})$`, "iu");
  const isHyphenated = (before: string | undefined, after: string | undefined): boolean => {
    const start = hyphenatedEnd.exec(before ?? "")?.[0].replace(/[^\p{L}\p{M}]/gu, "");
    const end = firstLetters.exec(after ?? "")?.[0].trim();
    return start !== undefined && end !== undefined && wholeWord.test(`${start}${end}`);
  };
  const lines = pieces.filter(({ textContent }) => textContent?.trim());
  const texts = lines.map(({ textContent }) => textContent ?? "");
  for (const [index, line] of lines.entries()) {
    const text = texts[index] ?? "";
    const patterns = [
      ...(isHyphenated(texts[index - 1], text) ? [firstLetters.source] : []),
      ...(isHyphenated(text, texts[index + 1]) ? [hyphenatedEnd.source] : []),
      wordPattern,
    ];
    const parts = text.split(new RegExp(`(${patterns.join("|")})`, "iu"));
    if (parts.length === 1) continue;
    line.replaceChildren(
      ...parts.map((part, at) => {
        if (at % 2 === 0) return part;
        const mark = document.createElement("mark");
        mark.textContent = part;
        return mark;
      }),
    );
  }
}
