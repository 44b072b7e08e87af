import { describe, expect, test, vi } from "vitest";
import { textOfPdf } from "#test/pdf-text.ts";
import { type PdfContent, renderPdf } from "./render-pdf.ts";

// Whatever lays out a paper on the thread that answers requests fails here; a thread of its own knows nothing of this.
vi.mock("pdfkit", () => ({
  default: class {
    constructor() {
      throw new Error("This was drawn on the thread that answers requests.");
    }
  },
}));

const paperOf = (lines: number): PdfContent => ({
  title: "Statement of account",
  sender: { name: "Property Management Portal", lines: ["1200 Harborview Way"] },
  heading: "Statement of account",
  facts: ["Nov 1, 2016 to Oct 31, 2026"],
  recipient: ["Kestrel Legal Partners"],
  blocks: [
    {
      kind: "table",
      columns: [
        { header: "Entry", share: 3 },
        { header: "Charge", share: 1, align: "right" },
      ],
      rows: Array.from({ length: lines }, (_, at) => ({
        cells: [`Base rent, line ${at + 1}.`, "$3,000.00"],
      })),
    },
  ],
});

describe("a paper", () => {
  test("of 480 lines is drawn on a thread of its own, so that requests are answered meanwhile", async () => {
    const pages = textOfPdf(await renderPdf(paperOf(480)));
    expect(pages.length).toBeGreaterThan(5);
    const text = pages.join("\n");
    for (const line of [1, 240, 480]) expect(text).toContain(`Base rent, line ${line}.`);
  });

  test("of running text goes on over pages, each paragraph on one of them", async () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, at) => `Clause ${at + 1}: ${"the tenant pays. ".repeat(12)}`,
    );
    const paper: PdfContent = { ...paperOf(1), blocks: [{ kind: "text", heading: "Terms", paragraphs }] };
    const pages = textOfPdf(await renderPdf(paper));
    expect(pages.length).toBeGreaterThan(2);
    const found = pages.map((page) =>
      [...page.matchAll(/Clause (\d+):/g)].map(([, number]) => Number(number)),
    );
    expect(found.flat()).toEqual(paragraphs.map((_, at) => at + 1));
    expect(pages[0]).toContain("Terms");
    for (const page of pages) expect(page.trim()).toMatch(/^(Property|Clause)/);
  });

  test("that cannot be drawn is refused by itself: the one before and the one after are there", async () => {
    const broken = { ...paperOf(1), recipient: null } as unknown as PdfContent;
    const [before, failed, after] = await Promise.allSettled(
      [paperOf(1), broken, paperOf(2)].map((paper) => renderPdf(paper)),
    );
    expect([before?.status, failed?.status, after?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(after?.status === "fulfilled" && textOfPdf(after.value).join("\n")).toContain("line 2.");
  });
});
