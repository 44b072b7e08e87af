import { cleanLine } from "#shared/http/fields.ts";

/** File systems accept names of up to 255 bytes. */
const maxStemBytes = 200;
const maxGraphemes = 150;

/** Names that Windows reserves, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Returns the last part of the submitted path without invisible characters (line breaks, control and
 * direction marks).
 */
export function baseName(original: string): string {
  const lastSegment =
    original
      .replace(/%0[ad]/gi, " ")
      .replace(/%22/g, "'")
      .split(/[/\\]/)
      .at(-1) ?? "";
  return cleanLine(
    lastSegment.replace(/[\t\n\v\f\r\u2028\u2029]/g, " ").replace(/[\p{Cc}\p{Co}\p{Cs}\ufffd]/gu, ""),
  );
}

/**
 * Returns a file's name as stored and displayed: valid on every system, with the extension of its type, cut
 * between graphemes.
 */
export function cleanName(original: string, kind: string): string {
  const stem = baseName(original)
    .replace(/\.[a-z]{3,4}$/i, "")
    .replace(/[<>:"|?*]/g, "")
    .replace(/^[. ]+|[. ]+$/g, "");
  const truncatedStem = truncateGraphemes(stem).replace(/[. ]+$/, "");
  if (truncatedStem === "") return `document.${kind}`;
  return `${reservedNames.test(truncatedStem) ? "_" : ""}${truncatedStem}.${kind}`;
}

/**
 * Returns as many whole graphemes as fit. A visible character such as an emoji can consist of many code
 * points.
 */
function truncateGraphemes(text: string): string {
  let [truncated, bytes, count] = ["", 0, 0];
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    bytes += Buffer.byteLength(segment);
    count += 1;
    if (bytes > maxStemBytes || count > maxGraphemes) break;
    truncated += segment;
  }
  return truncated;
}
