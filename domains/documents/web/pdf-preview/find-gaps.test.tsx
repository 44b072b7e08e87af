import { expect, test } from "vitest";
import { findGaps, hasUndrawnImages } from "./find-gaps.ts";

const image = (dictionary: string) =>
  new TextEncoder().encode(
    `%PDF-1.7\n4 0 obj << /Length 3 >> stream\nq Q\nendstream endobj\n5 0 obj << /Subtype /Image ${dictionary} >>\nstream\n…\nendstream endobj`,
  );

test.each([
  ["a 48 by 36 inch plan at 300 dpi is drawn", "/Width 14400 /Height 10800", false],
  ["an image of a billion pixels isn't drawn", "/Width 40000 /Height 25000", true],
  ["a JPEG 2000 image isn't drawn", "/Width 10 /Height 10 /Filter /JPXDecode", true],
])("%s [DOC-31]", (_, dictionary, isUndrawn) => {
  expect(hasUndrawnImages(image(dictionary))).toBe(isUndrawn);
});

test("attachments and forms for Adobe Acrobat are left out [DOC-31]", async () => {
  const pdf = (info: object, attachments: object | null) => ({
    getMetadata: async () => ({ info }) as never,
    getAttachments: async () => attachments as never,
  });
  expect(await findGaps(pdf({}, null), true)).toEqual({
    hasImages: true,
    hasAttachments: false,
    hasForm: false,
  });
  expect(await findGaps(pdf({ IsXFAPresent: true }, { "a.xml": {} }), false)).toEqual({
    hasImages: false,
    hasAttachments: true,
    hasForm: true,
  });
  expect((await findGaps(pdf({ IsXFAPresent: true, IsAcroFormPresent: true }, null), false)).hasForm).toBe(
    false,
  );
});
