/**
 * Returns a title from a file's name: without its extension, and with spaces instead of separators, except
 * between digits.
 */
export const titleFromName = (name: string): string =>
  name
    .replace(/\.[a-z]{3,4}$/i, "")
    .normalize("NFC")
    // Titles can't contain these. Joiners belong to emoji and to letters of some scripts.
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, "")
    .replace(/_+|(?<!\d)[-.+]+|[-.+]+(?!\d)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

interface Before {
  files: readonly File[];
  titles: readonly string[];
}

/**
 * Returns a title for each file. New files get one from their name. A title that was typed before a file was
 * selected becomes the title of the first file.
 */
export function fillTitles(files: readonly File[], before: Before): string[] {
  const [file] = before.files;
  const [first = ""] = before.titles;
  const wasFilledIn = file !== undefined && first === titleFromName(file.name);
  const typed = before.files.length > 1 || wasFilledIn ? "" : first;
  const titles = files.map((each, at) => {
    const known = before.titles[before.files.indexOf(each)];
    return known ?? ((at === 0 && typed) || titleFromName(each.name));
  });
  return titles.length === 0 ? [typed] : titles;
}
