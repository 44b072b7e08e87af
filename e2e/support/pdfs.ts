import PDFDocument from "pdfkit";

/** Creates a PDF with one line on each page, in a font that isn't embedded, optionally encrypted with a password. */
export function createPdfWithPages(lines: readonly string[], password?: string): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "LETTER",
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const result = new Promise<Buffer>((resolve) => pdf.on("end", () => resolve(Buffer.concat(chunks))));
  for (const line of lines) pdf.addPage().font("Helvetica-Bold").fontSize(28).text(line);
  pdf.end();
  return result;
}

/** The position of the link in `createPdfWithScripts`, in points from the top left corner. */
export const linkPosition = { x: 150, y: 90 };

/** Creates a PDF that tries to run scripts when it is opened, displayed, closed, and clicked. */
export function createPdfWithScripts(): Buffer {
  const script = (moment: string) =>
    `<< /S /JavaScript /JS (app.alert\\('${moment}'\\); this.submitForm\\('https://elsewhere.example/${moment}'\\);) >>`;
  const content = "BT /F1 28 Tf 60 690 Td (Nothing runs here) Tj ET";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script("opened")} /AA << /WC ${script("closed")} >>
      /Names << /JavaScript << /Names [(a) ${script("named")}] >> >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /AA << /O ${script("displayed")} >>
      /Resources << /Font << /F1 5 0 R >> >> /Annots [
        << /Type /Annot /Subtype /Link /Rect [40 680 360 730] /A << /S /URI /URI (https://elsewhere.example/link) >> >>
        << /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [40 600 360 660] /A ${script("clicked")} >> ] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  return createPdfFromObjects(objects);
}

/** Creates a PDF with text next to a damaged JPEG 2000 image. */
export function createPdfWithUnsupportedImage(): Buffer {
  const content = "BT /F1 28 Tf 60 690 Td (Next to an image) Tj ET q 100 0 0 100 60 500 cm /Im1 Do Q";
  return createPdfFromObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /Filter /JPXDecode /Length 4 >>\nstream\njunk\nendstream",
  ]);
}

/** Creates a PDF with a font that isn't embedded, and Chinese characters whose character map is only named. */
export function createPdfWithExternalFonts(): Buffer {
  const content =
    "BT /F1 28 Tf 60 690 Td (Text in a font that is not embedded) Tj /F2 28 Tf 0 -60 Td <4E2D6587> Tj ET";
  return createPdfFromObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>",
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 8 0 R
      /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0
      /Ascent 752 /Descent -271 /CapHeight 737 /StemV 58 >>`,
  ]);
}

/** Creates a valid PDF of exactly this many bytes. */
export function createPdfOfSize(bytes: number): Buffer {
  const create = (filling: string) =>
    createPdfFromObjects([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
      `<< /Length ${padded(filling.length)} >>\nstream\n${filling}\nendstream`,
    ]);
  return create("0".repeat(bytes - create("").length));
}

function createPdfFromObjects(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${padded(offset)} 00000 n \n`).join("");
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${padded(file.length)}\n%%EOF\n`,
    "latin1",
  );
}

/** A fixed number of digits, so that the file's size doesn't depend on its numbers. */
const padded = (value: number): string => String(value).padStart(10, "0");
