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

interface PreviousSelection {
  files: readonly File[];
  titles: readonly string[];
}

/**
 * Returns a title for each file. New files get one from their name. A title that was typed before a file was
 * selected becomes the title of the first file.
 */
export function fillTitles(files: readonly File[], previous: PreviousSelection): string[] {
  const [file] = previous.files;
  const [firstTitle = ""] = previous.titles;
  const wasFilledIn = file !== undefined && firstTitle === titleFromName(file.name);
  const typedTitle = previous.files.length > 1 || wasFilledIn ? "" : firstTitle;
  const titles = files.map((selectedFile, index) => {
    const previousTitle = previous.titles[previous.files.indexOf(selectedFile)];
    return previousTitle ?? ((index === 0 && typedTitle) || titleFromName(selectedFile.name));
  });
  return titles.length === 0 ? [typedTitle] : titles;
}
