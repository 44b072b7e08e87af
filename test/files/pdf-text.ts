import { inflateSync } from "node:zlib";

/** Returns the text of a PDF with embedded fonts, page by page, as copied by a reader. */
export function extractPdfText(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, text]) => [
      id ?? "",
      text ?? "",
    ]),
  );
  const object = (id: string | undefined): string => objects.get(id ?? "") ?? "";
  const readStream = (text: string): string => {
    const bytes = Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(text)?.[1] ?? "", "latin1");
    return (text.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
  };
  const pages = [...objects.values()].filter((text) => /\/Type \/Page\b(?!s)/.test(text));
  return pages.map((page) => {
    const resources = object(/\/Resources (\d+) 0 R/.exec(page)?.[1]);
    const signs = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
        name,
        readSigns(readStream(object(/\/ToUnicode (\d+) 0 R/.exec(object(id))?.[1]))),
      ]),
    );
    let font: string[] = [];
    const texts: string[] = [];
    const content = readStream(object(/\/Contents (\d+) 0 R/.exec(page)?.[1]));
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name !== undefined) font = signs.get(name) ?? [];
      else
        texts.push(
          [...(shown ?? "").matchAll(/<([0-9a-f]+)>/g)]
            .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
            .map((code) => font[Number.parseInt(code, 16)] ?? "\ufffd")
            .join(""),
        );
    }
    return texts.join("\n");
  });
}

/** Returns the character of each glyph from a table such as `beginbfrange <0000> <00ff> [<0041> ...]`. */
function readSigns(table: string): string[] {
  const signs: string[] = [];
  for (const [, first = "0", list = ""] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g))
    for (const [at, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      signs[Number.parseInt(first, 16) + at] = Buffer.from(hex.replaceAll(" ", ""), "hex")
        .swap16()
        .toString("utf16le");
  return signs;
}
