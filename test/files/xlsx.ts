import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

type XlsxValue = string | number | { formula: string; result: number | null };

/** Reads the first sheet of an XLSX file: its values by cell, such as `B7`, and its XML. */
export async function readXlsx(file: Buffer): Promise<{ cells: Map<string, XlsxValue>; xml: string }> {
  const zip = await fromBufferPromise(file);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  const unescape = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const texts = [
    ...(parts.get("xl/sharedStrings.xml") ?? "").matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g),
  ].map(([, text = ""]) => unescape(text));
  const xml = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const cells = new Map<string, XlsxValue>();
  for (const [, at = "", attributes = "", formula, value = ""] of xml.matchAll(
    /<c r="([A-Z]+\d+)"([^>]*)>(?:<f>([^<]*)<\/f>)?(?:<v>([^<]*)<\/v>)?<\/c>/g,
  ))
    cells.set(
      at,
      formula !== undefined
        ? { formula: unescape(formula), result: value === "" ? null : Number(value) }
        : attributes.includes('t="s"')
          ? (texts[Number(value)] ?? "")
          : Number(value),
    );
  return { cells, xml };
}
