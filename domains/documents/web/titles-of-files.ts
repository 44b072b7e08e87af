/** A title from a file's name: without its extension, and with blanks in place of separators but those between digits. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.[a-z]{3,4}$/i, "")
    .normalize("NFC")
    // A title refuses these; joiners belong to emoji and to letters of some scripts.
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
 * A title for each of the files, those of new ones by their names. A title that was typed before a file was chosen becomes
 * that of the first.
 */
export function titlesOf(files: readonly File[], before: Before): string[] {
  const [file] = before.files;
  const [first = ""] = before.titles;
  const wasFilledIn = file !== undefined && first === titleOfFile(file.name);
  const typed = before.files.length > 1 || wasFilledIn ? "" : first;
  const titles = files.map((one, at) => {
    const known = before.titles[before.files.indexOf(one)];
    return known ?? ((at === 0 && typed) || titleOfFile(one.name));
  });
  return titles.length === 0 ? [typed] : titles;
}
