import { describe, expect, test, vi } from "vitest";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { type PdfContent, renderPdf } from "./render-pdf.ts";

// Makes any PDF layout on the main thread fail. The worker thread isn't affected by this mock.
vi.mock("pdfkit", () => ({
  default: class {
    constructor() {
      throw new Error("This was drawn on the main thread.");
    }
  },
}));

const buildContent = (lines: number): PdfContent => ({
  title: "Statement of account",
  sender: { name: "Property Management Portal", lines: ["1200 Harborview Way"] },
  heading: "Statement of account",
  details: ["Nov 1, 2016 to Oct 31, 2026"],
  recipient: ["Kestrel Legal Partners"],
  blocks: [
    {
      kind: "table",
      columns: [
        { header: "Entry", share: 3 },
        { header: "Charge", share: 1, align: "right" },
      ],
      rows: Array.from({ length: lines }, (_, index) => ({
        cells: [`Base rent, line ${index + 1}.`, "$3,000.00"],
      })),
    },
  ],
});

describe("renderPdf", () => {
  test("renderPdf leaves out figures that have no values, with their heading", async () => {
    const { blocks, ...content } = buildContent(1);
    const empty = { kind: "figures" as const, heading: "Overdue by property", figures: [] };
    const pages = extractPdfText(
      await renderPdf({ ...content, blocks: [{ ...empty, isLead: true }, empty, ...blocks] }),
    );
    expect(pages.join("\n")).toContain("Base rent, line 1.");
    expect(pages.join("\n")).not.toContain("Overdue by property");
  });

  test("renderPdf draws a PDF of 480 lines on a worker thread so that other requests can be served", async () => {
    const pages = extractPdfText(await renderPdf(buildContent(480)));
    expect(pages.length).toBeGreaterThan(5);
    const text = pages.join("\n");
    for (const line of [1, 240, 480]) expect(text).toContain(`Base rent, line ${line}.`);
  });

  test("renderPdf repeats a table's header on each page and never puts the total on a page of its own", async () => {
    const pages = async (lines: number) => {
      const content = buildContent(lines);
      for (const block of content.blocks)
        if (block.kind === "table") block.rows.push({ cells: ["Total", "$9,000.00"], isTotal: true });
      return extractPdfText(await renderPdf(content));
    };
    const fits = (await pages(200))[0]?.match(/Base rent/g)?.length ?? 0;
    for (const lines of [fits - 1, fits, fits + 1]) {
      const found = await pages(lines);
      for (const [at, page] of found.entries()) {
        expect(page).toMatch(/Entry\nCharge\nBase rent/);
        expect(page).toContain(`Page ${at + 1} of ${found.length}`);
      }
      expect(found.at(-1)).toMatch(/Base rent, line \d+\.\n\$3,000\.00\nTotal\n\$9,000\.00/);
    }
  });

  test("renderPdf keeps the heading of a table with its first row", async () => {
    const [first, second] = [buildContent(1), buildContent(3)].map(({ blocks }) => blocks[0]);
    if (first?.kind !== "table" || second === undefined) throw new Error("The content has no tables.");
    const whole = extractPdfText(await renderPdf(buildContent(100)));
    const fits = whole[0]?.match(/Base rent/g)?.length ?? 0;
    for (let lines = fits - 6; lines <= fits; lines += 1) {
      const rows = Array.from({ length: lines }, () => ({ cells: ["Base rent", "$3,000.00"] }));
      const heading = { heading: "Overdue", description: "As of Oct 31, 2026." };
      const blocks = [
        { ...first, rows },
        { ...second, ...heading },
      ];
      const pages = extractPdfText(await renderPdf({ ...buildContent(1), blocks }));
      expect(pages.join("\n")).toContain(
        "Overdue\nAs of Oct 31, 2026.\nEntry\nCharge\nBase rent, line 1.\n$3,000.00",
      );
      expect(pages.findIndex((page) => page.includes("Overdue"))).toBe(
        pages.findIndex((page) => page.includes("Base rent, line 1.")),
      );
    }
  });

  test("renderPdf tells screen readers which text is a heading, a column header, or a cell, and hides lines and page numbers from them", async () => {
    const pdf = (await renderPdf(buildContent(1))).toString("latin1");
    expect(pdf).toMatch(/\/Marked true/);
    const found = [...pdf.matchAll(/obj\n<<\n\/S \/(\w+)\n\/P /g)].map(([, tag]) => tag);
    const count = (tag: string) => found.filter((one) => one === tag).length;
    const tags = ["Document", "H1", "Table", "TR", "TH", "TD"];
    expect(Object.fromEntries(tags.map((tag) => [tag, count(tag)]))).toEqual({
      Document: 1,
      H1: 1,
      Table: 1,
      TR: 2,
      TH: 2,
      TD: 2,
    });
  });

  test("renderPdf continues running text on the next page without splitting a paragraph", async () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, index) => `Clause ${index + 1}: ${"the tenant pays. ".repeat(12)}`,
    );
    const content: PdfContent = {
      ...buildContent(1),
      blocks: [{ kind: "text", heading: "Terms", paragraphs }],
    };
    const pages = extractPdfText(await renderPdf(content));
    expect(pages.length).toBeGreaterThan(2);
    const found = pages.map((page) =>
      [...page.matchAll(/Clause (\d+):/g)].map(([, number]) => Number(number)),
    );
    expect(found.flat()).toEqual(paragraphs.map((_, index) => index + 1));
    expect(pages[0]).toContain("Terms");
    for (const page of pages) expect(page.trim()).toMatch(/^(Property|Clause)/);
  });

  test("renderPdf sets text in Inter and falls back to another font for other scripts", async () => {
    const findFonts = async (name: string) => {
      const pdf = await renderPdf({ ...buildContent(1), sender: { name, lines: [] } });
      expect(extractPdfText(pdf)[0]).toContain(name);
      return new Set(
        [...pdf.toString("latin1").matchAll(/\/BaseFont \/[A-Z]+\+(\w+)/g)].map(([, font]) => font),
      );
    };
    expect(await findFonts("Łódź & Жуков")).toEqual(new Set(["Inter"]));
    expect(await findFonts("Հայաստան")).toEqual(new Set(["Inter", "DejaVuSans"]));
  });

  test("renderPdf draws the same PDF regardless of earlier PDFs, even though all documents share the parsed fonts", async () => {
    const drawn = async (name: string) => {
      const pdf = await renderPdf({ ...buildContent(3), sender: { name, lines: [] } });
      return pdf.toString("latin1").replace(/\(D:\d+Z\)|\/ID \[.*?\]/g, "");
    };
    const before = await drawn("Harborview Center");
    expect(await drawn("Quixotic Жуков & Հայաստան")).not.toBe(before);
    expect(await drawn("Harborview Center")).toBe(before);
  });

  test("renderPdf fails for one PDF without affecting those before and after it", async () => {
    const broken = { ...buildContent(1), recipient: null } as unknown as PdfContent;
    const [before, failed, after] = await Promise.allSettled(
      [buildContent(1), broken, buildContent(2)].map((content) => renderPdf(content)),
    );
    expect([before?.status, failed?.status, after?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(after?.status === "fulfilled" && extractPdfText(after.value).join("\n")).toContain("line 2.");
  });
});
