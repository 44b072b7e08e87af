import { documentBytesMax } from "../kinds.ts";

/** What the pages of a scan are made from; phones convert their own formats when a field asks for these. */
export const scanTypes = ["image/jpeg", "image/png"];
export const scanPagesMax = 20;

/** Sharp enough to read small print; if the pages do not fit into a document, a coarser one is tried. */
const qualities = [
  { side: 2200, quality: 0.8 },
  { side: 1600, quality: 0.65 },
];

/** A page as a JPEG, with its size in pixels. */
interface JpegPage {
  jpeg: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/**
 * One PDF of photos, a page each, drawn anew: upright, and without the place where they were taken.
 * @throws Error when a photo cannot be read, or there are too many
 */
export async function pdfOfPhotos(photos: readonly Blob[], name: string): Promise<File> {
  for (const quality of qualities) {
    const pages: JpegPage[] = [];
    // One after another, as a large photo takes much memory.
    for (const photo of photos) pages.push(await drawn(photo, quality));
    const pdf = new File(pdfOfPages(pages), name, { type: "application/pdf" });
    if (pdf.size <= documentBytesMax) return pdf;
  }
  throw new Error("The pages are too large.");
}

async function drawn(photo: Blob, { side, quality }: (typeof qualities)[number]): Promise<JpegPage> {
  const picture = await createImageBitmap(photo);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no memory to draw a page.");
  // A picture may be transparent.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  const { width, height } = canvas;
  // Safari keeps the memory of a canvas for a while unless its size is zero.
  canvas.width = 0;
  if (blob === null) throw new Error("A page could not be drawn.");
  return { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
}

/** The longer side of a page in points: that of US Letter. */
const longSide = 792;

/** The parts of a PDF with a picture on each page. PDF has JPEG pictures as they are, so this is all it takes. */
export function pdfOfPages(pages: readonly JpegPage[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const places: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const writeObject = (dictionary: string, stream?: string | Uint8Array<ArrayBuffer>) => {
    places.push(length);
    write(`${places.length} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      write("stream\n");
      write(stream);
      write("\nendstream\n");
    }
    write("endobj\n");
  };

  write("%PDF-1.4\n");
  writeObject("<< /Type /Catalog /Pages 2 0 R >>");
  const kids = pages.map((_, at) => `${3 + 3 * at} 0 R`).join(" ");
  writeObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const { jpeg, width, height } of pages) {
    const scale = longSide / Math.max(width, height);
    const size = `${(width * scale).toFixed(2)} ${(height * scale).toFixed(2)}`;
    const content = `q ${size.replace(" ", " 0 0 ")} 0 0 cm /Picture Do Q`;
    const number = places.length + 1;
    writeObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${number + 1} 0 R /Resources << /XObject << /Picture ${number + 2} 0 R >> >> >>`,
    );
    writeObject(`<< /Length ${content.length} >>`, content);
    writeObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  }
  const table = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const count = places.length + 1;
  write(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return parts;
}
