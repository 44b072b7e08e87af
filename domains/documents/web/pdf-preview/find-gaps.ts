import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/**
 * Larger images aren't drawn, because a small file can declare a huge image. A 48 × 36 inch plan at 300 dpi
 * fits.
 */
export const maxImagePixels = 200_000_000;

/** The parts of a file that its preview leaves out. */
export interface Gaps {
  hasImages: boolean;
  hasAttachments: boolean;
  hasForm: boolean;
}

/** Whether a PDF has JPEG 2000 images or images that are too large, which aren't drawn. */
export const hasUndrawnImages = (data: Uint8Array): boolean =>
  new TextDecoder("latin1")
    .decode(data)
    .split("endstream")
    // The dictionary of an image is never compressed. It comes before the image's stream.
    .map((part) => part.slice(part.lastIndexOf("obj", part.indexOf("stream")), part.indexOf("stream")))
    .some(
      (dictionary) =>
        dictionary.includes("/JPXDecode") ||
        readSize(dictionary, "Width") * readSize(dictionary, "Height") > maxImagePixels,
    );

const readSize = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);

/** Returns what the preview of an open PDF leaves out. */
export async function findGaps(
  pdf: Pick<PDFDocumentProxy, "getAttachments" | "getMetadata">,
  hasImages: boolean,
): Promise<Gaps> {
  const { info } = (await pdf.getMetadata()) as {
    info: { IsXFAPresent?: boolean; IsAcroFormPresent?: boolean };
  };
  return {
    hasImages,
    hasAttachments: (await pdf.getAttachments()) !== null,
    // Only Adobe's programs can draw the fields of an XFA form.
    hasForm: info.IsXFAPresent === true && info.IsAcroFormPresent !== true,
  };
}
