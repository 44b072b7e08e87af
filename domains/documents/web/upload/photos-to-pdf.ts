import { documentAccept } from "../../check-file.ts";
import { maxDocumentBytes } from "../../kinds.ts";

/** The image types for the pages of a scan. Phones convert their own formats when a field asks for these. */
export const scanTypes = ["image/jpeg", "image/png"];
/** The file types for a document, with the photos that become one. */
export const documentOrPhotoAccept = [documentAccept, ...scanTypes].join(",");
export const isScanPhoto = ({ type }: File): boolean => scanTypes.includes(type);
export const maxScanPages = 20;

/**
 * The image qualities to try, in order. The first is sharp enough to read small print. If the pages exceed
 * the size limit for a document, the next one is tried.
 */
const qualities = [
  { maxSidePixels: 2200, quality: 0.8 },
  { maxSidePixels: 1600, quality: 0.65 },
];

/** A page as a JPEG, with its size in pixels. */
interface JpegPage {
  jpeg: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/**
 * Creates a PDF with one page per photo. The photos are redrawn upright, without the location where they were
 * taken.
 * @throws Error when a photo can't be read, or there are too many
 */
export async function photosToPdf(photos: readonly Blob[], name: string): Promise<File> {
  for (const quality of qualities) {
    const pages: JpegPage[] = [];
    // One after another, because a large photo takes a lot of memory.
    for (const photo of photos) pages.push(await drawPage(photo, quality));
    const pdf = new File(pagesToPdf(pages), name, { type: "application/pdf" });
    if (pdf.size <= maxDocumentBytes) return pdf;
  }
  throw new Error("The pages are too large.");
}

async function drawPage(
  photo: Blob,
  { maxSidePixels, quality }: (typeof qualities)[number],
): Promise<JpegPage> {
  const image = await createImageBitmap(photo);
  const scale = Math.min(1, maxSidePixels / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("Not enough memory to draw a page.");
  // An image can be transparent.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  const { width, height } = canvas;
  // Safari keeps the memory of a canvas for a while unless its size is zero.
  canvas.width = 0;
  if (blob === null) throw new Error("Couldn't draw a page.");
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
}

/** The longer side of a page in points, as in US Letter. */
const longSidePoints = 792;

/**
 * Returns the parts of a PDF with an image on each page. PDF can contain JPEG images as they are, so no
 * library is needed.
 */
export function pagesToPdf(pages: readonly JpegPage[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const writeObject = (dictionary: string, stream?: string | Uint8Array<ArrayBuffer>) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      write("stream\n");
      write(stream);
      write("\nendstream\n");
    }
    write("endobj\n");
  };

  write("%PDF-1.4\n");
  writeObject("<< /Type /Catalog /Pages 2 0 R >>");
  const kids = pages.map((_, index) => `${3 + 3 * index} 0 R`).join(" ");
  writeObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const { jpeg, width, height } of pages) {
    const scale = longSidePoints / Math.max(width, height);
    const size = `${(width * scale).toFixed(2)} ${(height * scale).toFixed(2)}`;
    const content = `q ${size.replace(" ", " 0 0 ")} 0 0 cm /Photo Do Q`;
    const number = offsets.length + 1;
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${number + 1} 0 R /Resources << /XObject << /Photo ${number + 2} 0 R >> >> >>`,
    );
    writeObject(`<< /Length ${content.length} >>`, content);
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  const tableOffset = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = offsets.length + 1;
  write(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`);
  return parts;
}
