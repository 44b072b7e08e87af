import PDFDocument from "pdfkit";

/** A PDF with a line on each page, in a font that is not embedded; optionally encrypted with a password. */
export function pdfOfPages(lines: readonly string[], password?: string): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "LETTER",
    autoFirstPage: false,
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Buffer>((resolve) => pdf.on("end", () => resolve(Buffer.concat(chunks))));
  for (const line of lines) pdf.addPage().font("Helvetica-Bold").fontSize(28).text(line);
  pdf.end();
  return whole;
}

/** Where its link is, in points from the left and the top. */
export const linkAt = { x: 150, y: 90 };

/** A PDF that tries to run scripts when it is opened, shown, left, and when its link is pressed. */
export function pdfWithScripts(): Buffer {
  const script = (moment: string) =>
    `<< /S /JavaScript /JS (app.alert\\('${moment}'\\); this.submitForm\\('https://elsewhere.example/${moment}'\\);) >>`;
  const content = "BT /F1 28 Tf 60 690 Td (Nothing runs here) Tj ET";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script("opened")} /AA << /WC ${script("left")} >>
      /Names << /JavaScript << /Names [(a) ${script("named")}] >> >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /AA << /O ${script("shown")} >>
      /Resources << /Font << /F1 5 0 R >> >> /Annots [
        << /Type /Annot /Subtype /Link /Rect [40 680 360 730] /A << /S /URI /URI (https://elsewhere.example/link) >> >>
        << /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [40 600 360 660] /A ${script("pressed")} >> ] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  return pdfOfObjects(objects);
}

/** A PDF with text next to a picture in JPEG 2000. */
export function pdfWithUnknownPicture(): Buffer {
  const content = "BT /F1 28 Tf 60 690 Td (Beside a picture) Tj ET q 100 0 0 100 60 500 cm /Im1 Do Q";
  return pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /Filter /JPXDecode /Length 4 >>\nstream\njunk\nendstream",
  ]);
}

/** A PDF whose font is not embedded and whose Chinese characters are coded by a character map that it only names. */
export function pdfWithNamedParts(): Buffer {
  const content =
    "BT /F1 28 Tf 60 690 Td (Letters of a font that is not embedded) Tj /F2 28 Tf 0 -60 Td <4E2D6587> Tj ET";
  return pdfOfObjects([
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

function pdfOfObjects(objects: readonly string[]): Buffer {
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    "latin1",
  );
}
