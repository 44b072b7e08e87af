/** Shortens a text to `max` characters, with an ellipsis if it was cut. */
export const shorten = (text: string, max: number): string =>
  text.length > max
    ? `${text
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`
    : text;
