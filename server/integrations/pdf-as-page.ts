import { createHash } from "node:crypto";
import { escapeHtml } from "#shared/escape-html.ts";
import type { PdfContent, PdfContentFigures, PdfContentTable, PdfContentText } from "./render-pdf.ts";

const style = `
:root { color-scheme: light; }
body { margin: 0; background: #f4f4f2; color: #1a1a1a; font: 15px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 48rem; margin: 2rem auto; padding: 2.5rem; background: #fff; border: 1px solid #ddd; border-radius: 8px; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2.5rem; }
h1 { margin: 0; font-size: 1.25rem; } h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; } p { margin: 0; overflow-wrap: anywhere; }
.soft { color: #555; } .end { text-align: right; } .to { margin: 2rem 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem; margin: 0 0 1.5rem; padding: 1rem 0; border: solid #ddd; border-width: 1px 0; }
dt { color: #555; font-size: 0.875rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { padding: 0.5rem 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: baseline; overflow-wrap: anywhere; }
th { color: #555; font-weight: 500; font-size: 0.875rem; } .money { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } .strong td { font-weight: 700; }
@media (max-width: 40rem) { main { margin: 0; padding: 1.25rem; border: 0; } .end { text-align: left; } }
@media print { @page { margin: 15mm; } body { background: #fff; } main { max-width: none; margin: 0; padding: 0; border: 0; } tr, dl { break-inside: avoid; } }
`;

/** Allows the page's own style only. Its content can't run, load or be framed. */
export const pdfPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-modals`;

/** Returns the contents of a PDF as an HTML page, to read and print. Send it with `pdfPagePolicy`. */
export function pdfAsPage({ title, sender, heading, details, recipient, blocks }: PdfContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<div><p><strong>${escapeHtml(sender.name)}</strong></p>${paragraphs(sender.lines)}</div>
<div class="end"><h1>${escapeHtml(heading)}</h1>${paragraphs(details)}</div>
</header>
<div class="to">${recipient
    .filter((line) => line !== "")
    .map((line, index) => (index === 0 ? `<p><strong>${escapeHtml(line)}</strong></p>` : paragraph(line)))
    .join("\n")}</div>
${blocks.map(asHtml).join("\n")}
</main>
</body>
</html>
`;
}

const paragraph = (line: string): string => `<p class="soft">${escapeHtml(line)}</p>`;
const paragraphs = (lines: readonly string[]): string => lines.map(paragraph).join("\n");

function asHtml(block: PdfContent["blocks"][number]): string {
  if (block.kind === "text") return asText(block);
  return block.kind === "figures" ? asFigures(block) : asTable(block);
}

const headed = (heading: string | undefined): string =>
  heading === undefined ? "" : `<h2>${escapeHtml(heading)}</h2>`;

const asText = ({ heading, paragraphs: lines }: PdfContentText): string =>
  `${headed(heading)}${lines.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}`;

const asFigures = ({ heading, figures }: PdfContentFigures): string =>
  `${headed(heading)}<dl>${figures
    .map(({ name, value }) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join("")}</dl>`;

function asTable({ columns, rows }: PdfContentTable): string {
  const getClass = (index: number) => (columns[index]?.align === "right" ? ' class="money"' : "");
  const cells = (tag: "th" | "td", texts: readonly string[]) =>
    texts.map((text, index) => `<${tag}${getClass(index)}>${escapeHtml(text)}</${tag}>`).join("");
  return `<table><thead><tr>${cells(
    "th",
    columns.map(({ header }) => header),
  )}</tr></thead><tbody>${rows
    .map((row) => `<tr${row.isStrong === true ? ' class="strong"' : ""}>${cells("td", row.cells)}</tr>`)
    .join("\n")}</tbody></table>`;
}
