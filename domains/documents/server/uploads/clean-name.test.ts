import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanName } from "./clean-name.ts";

const family = "👨‍👩‍👧‍👦";
test.each([
  ["paper.pdf", "paper.pdf"],
  ["PAPER.PDF ", "PAPER.pdf"],
  ["a/b\\c/paper.pdf", "paper.pdf"],
  ["paper.pdf/", "document.pdf"],
  ["..", "document.pdf"],
  ["", "document.pdf"],
  [".pdf", "document.pdf"],
  ["....pdf", "document.pdf"],
  [" . x . .pdf", "x.pdf"],
  ["two\r\nlines\tand a tab.pdf", "two lines and a tab.pdf"],
  ["a\u2028b\u2029c.pdf", "a b c.pdf"],
  ["\u202egnp.exe\u202c.pdf", "gnp.exe.pdf"],
  ["zero\u200bwidth\ufeff.pdf", "zerowidth.pdf"],
  ["hangul\u3164filler\u2800.pdf", "hangulfiller.pdf"],
  ["null\u0000byte\u007f.pdf", "nullbyte.pdf"],
  ["lone \ud83d half.pdf", "lone half.pdf"],
  ['a<b>c:d|e?f*g"h.pdf', "abcdefgh.pdf"],
  ["u\u0308mlaut.pdf", "ümlaut.pdf"],
  [`${family}.pdf`, `${family}.pdf`],
  [`${family.repeat(20)}.pdf`, `${family.repeat(8)}.pdf`],
  [`${"a".repeat(300)}.pdf`, `${"a".repeat(150)}.pdf`],
  [`${"ü".repeat(300)}.pdf`, `${"ü".repeat(100)}.pdf`],
  ["CON.pdf", "_CON.pdf"],
  ["nul.tar.pdf", "_nul.tar.pdf"],
  ["COM1.pdf", "_COM1.pdf"],
  ["console.pdf", "console.pdf"],
  ["paper.doc.pdf", "paper.doc.pdf"],
])("a file named %j is stored as %j", (sent, name) => expect(cleanName(sent, "pdf")).toBe(name));

test("any file name is stored as a name that every system accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (sent) => {
      const name = cleanName(sent, "docx");
      expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cs}\u2028\u2029]+\.docx$/u);
      expect(name).toMatch(/^[^. ]/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(206);
      expect(cleanName(name, "docx")).toBe(name);
    }),
  );
});
