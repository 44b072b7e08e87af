/** Every file system accepts names of 255 bytes. */
const stemBytesMax = 200;
const graphemesMax = 150;

/** Names that Windows reserves, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** The last part of the path as it was sent, without invisible characters: line breaks, control and direction marks. */
export function bareName(sent: string): string {
  const last =
    sent
      .replace(/%0[ad]/gi, " ")
      .replace(/%22/g, "'")
      .split(/[/\\]/)
      .at(-1) ?? "";
  return (
    last
      .normalize("NFC")
      .replace(/[\t\n\v\f\r\u2028\u2029]/g, " ")
      // Joiners belong to emoji and to letters of some scripts; all other format characters only deceive.
      .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, "")
      .replace(/\s+/g, " ")
      .replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, "")
  );
}

/** A file's name as it is stored and shown: valid on every system, with the extension of its kind, cut between graphemes. */
export function cleanName(sent: string, kind: string): string {
  const stem = bareName(sent)
    .replace(/\.[a-z]{3,4}$/i, "")
    .replace(/[<>:"|?*]/g, "")
    .replace(/^[. ]+|[. ]+$/g, "");
  const cut = cutBetweenSigns(stem).replace(/[. ]+$/, "");
  if (cut === "") return `document.${kind}`;
  return `${reserved.test(cut) ? "_" : ""}${cut}.${kind}`;
}

/** As many whole graphemes as fit: a visible character such as an emoji may consist of many code points. */
function cutBetweenSigns(text: string): string {
  let [cut, bytes, count] = ["", 0, 0];
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    bytes += Buffer.byteLength(segment);
    count += 1;
    if (bytes > stemBytesMax || count > graphemesMax) break;
    cut += segment;
  }
  return cut;
}
