import { multipart } from "../form.ts";
import type { TestPortal } from "../portal.ts";

/** The smallest PDF that can be opened, with a line of text. */
export function smallPdf(line = "A document of the building"): Buffer {
  const content = `BT /F1 12 Tf 40 740 Td (${line.replace(/[\\()]/g, "\\$&")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

interface Sent {
  fields: Record<string, string | number>;
  content?: Buffer;
  fileName?: string;
}

/** The form of an upload as the page sends it. */
export const documentUpload = ({ fields, content = smallPdf(), fileName = "paper.pdf" }: Sent) =>
  multipart(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])), [
    { name: "file", fileName, type: "application/octet-stream", content },
  ]);

/** Uploads a document as the person with `cookie`. */
export function upload(portal: TestPortal, cookie: string, sent: Sent) {
  const { body, headers } = documentUpload(sent);
  return portal.call("POST", "/api/documents", { cookie, body, headers });
}

/** Whether the file is still stored. */
export const isStored = (portal: TestPortal, key: string): Promise<boolean> =>
  portal.services.files.read(key).then(
    ({ stream }) => {
      stream.destroy();
      return true;
    },
    () => false,
  );
