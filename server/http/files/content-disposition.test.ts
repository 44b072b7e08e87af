import { expect, test } from "vitest";
import { formatAttachment } from "./content-disposition.ts";

test.each([
  ["lease.pdf", `filename="lease.pdf"; filename*=UTF-8''lease.pdf`],
  [
    "Mietvertrag Müller.pdf",
    `filename="Mietvertrag Muller.pdf"; filename*=UTF-8''Mietvertrag%20M%C3%BCller.pdf`,
  ],
  ["契約.pdf", `filename="__.pdf"; filename*=UTF-8''%E5%A5%91%E7%B4%84.pdf`],
  [`a"b\\c%41'(d)*.pdf`, `filename="a_b_c_41'(d)*.pdf"; filename*=UTF-8''a%22b%5Cc%2541%27%28d%29%2A.pdf`],
  [
    "a\r\nSet-Cookie: x.pdf",
    `filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`,
  ],
  ["half \ud83d.pdf", `filename="half _.pdf"; filename*=UTF-8''half%20%EF%BF%BD.pdf`],
])("a file named %j is saved under its own name or, by old programs, under an ASCII name", (name, header) => {
  expect(formatAttachment(name)).toBe(`attachment; ${header}`);
});
