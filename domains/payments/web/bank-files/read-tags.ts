import { throwIncomplete } from "./bank-file.ts";

/** A text with the path of its elements, such as `RltdPties/Dbtr/Nm`. */
export interface TaggedText {
  path: string;
  text: string;
  attributes: string;
}

const tagPattern = /<(\/?)(?:[\w-]+:)?([\w.-]+)([^<>]*?)(\/?)>([^<]*)/g;
const namedCharacters: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Yields the texts of a tagged file: XML, or the older form of OFX, which XML libraries can't read because it
 * has no end tags after texts. Declarations and entities of the file itself are ignored, so a file can't
 * expand while it's read.
 */
export function* readTags(file: string): Generator<TaggedText> {
  const path: string[] = [];
  let textName: string | undefined;
  for (const [, slash, name = "", attributes = "", emptySlash, rawText = ""] of file
    .replace(/<!--[\s\S]*?-->|<[?!][^>]*>/g, "")
    .matchAll(tagPattern)) {
    const text = decodeCharacters(rawText.trim());
    if (slash === "/") {
      if (name !== textName && path.includes(name)) path.length = path.lastIndexOf(name);
      textName = undefined;
    } else if (text !== "") {
      textName = name;
      yield { path: [...path, name].join("/"), text, attributes };
    } else if (emptySlash === "") {
      textName = undefined;
      path.push(name);
    }
  }
}

/**
 * Returns the contents of every element with this name.
 * @throws BankFileError if one of them has no end tag
 */
export function readBlocks(file: string, name: string): string[] {
  const startTag = `<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>`;
  const endTag = `</(?:[\\w-]+:)?${name}>`;
  const count = (tag: string) => file.match(new RegExp(tag, "gi"))?.length ?? 0;
  if (count(startTag) !== count(endTag)) throwIncomplete();
  return [...file.matchAll(new RegExp(`${startTag}([\\s\\S]*?)${endTag}`, "gi"))].map(
    ([, content = ""]) => content,
  );
}

const decodeCharacters = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedCharacters[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
