import { createHash } from "node:crypto";
import { escapeHtml } from "#shared/escape-html.ts";
import { paperColors } from "../paper-colors.ts";
import type { PdfContent, PdfContentFigures, PdfContentTable, PdfContentText } from "./render-pdf.ts";

const { light } = paperColors;
const style = `
:root { color-scheme: light; }
body { margin: 0; background: ${light.canvas}; color: ${light.ink}; font: 14px/20px Inter, system-ui, sans-serif; font-feature-settings: "cv05", "ss03"; }
main { box-sizing: border-box; max-width: 48rem; margin: 2rem auto; padding: 1.625rem 2rem 1.25rem; background: ${light.surface}; border: 1px solid ${light.line}; border-radius: 6px; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2.5rem; padding-bottom: 1rem; border-bottom: 2px solid ${light.ink}; font-size: 13px; line-height: 18px; }
header div { display: flex; gap: 0.75rem; min-width: 0; } img { display: block; max-width: 8rem; height: 2.5rem; object-fit: contain; }
h1 { margin: 0; font-size: 18px; line-height: 24px; } h2 { margin: 1.5rem 0 0.5rem; font-size: 15px; line-height: 20px; } h1, h2, strong, dd { font-weight: 600; } p { margin: 0; overflow-wrap: anywhere; }
.soft, dt, th { color: ${light.inkSoft}; } .end { text-align: right; } .to { display: flex; justify-content: space-between; gap: 1.25rem; margin: 1.5rem 0; }
.stamp { flex: none; align-self: start; padding: 0.375rem 1rem; border: 2px solid; border-radius: 6px; font-size: 18px; line-height: 24px; font-weight: 600; transform: rotate(-4deg); } .good { color: ${light.greenText}; } .bad { color: ${light.redText}; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 0 0 1.5rem; } dl.lead { padding: 0.875rem 0; border: solid ${light.line}; border-width: 1px 0; } .lead dd { font-size: 18px; line-height: 24px; }
dt { font-size: 12px; line-height: 16px; } dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 18px; } th, td { padding: 0.5rem 0; border-bottom: 1px solid ${light.line}; text-align: left; vertical-align: baseline; overflow-wrap: anywhere; }
th { border-bottom-color: ${light.line2}; font-weight: 500; font-size: 12px; } .money { padding-left: 0.5rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } .strong td, .total td { font-weight: 600; } .total td { border: 0; border-top: 2px solid ${light.ink}; } .page { margin-top: 3rem; }
@media (max-width: 40rem) { main { margin: 0; padding: 1.25rem; border: 0; border-radius: 0; } .end { text-align: left; } }
@media print { @page { margin: 15mm; } body { background: none; } main { max-width: none; margin: 0; padding: 0; border: 0; } tr, dl { break-inside: avoid; } .page { break-before: page; margin-top: 0; } }
`;

/** Allows only the page's own style and logo. Its content can't run, load anything, or be framed. */
export const pdfPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox allow-modals`;

/** Renders the contents of a PDF as an HTML page to read and print. Send it with `pdfPagePolicy`. */
export function renderPdfAsHtml(content: PdfContent): string {
  const { title, sender, heading, details, recipient, stamp, blocks } = content;
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
<div>${sender.logo === undefined ? "" : logo(sender.logo)}<section><p><strong>${escapeHtml(sender.name)}</strong></p>${paragraphs(sender.lines.filter((line) => line !== ""))}</section></div>
<section class="end"><h1>${escapeHtml(heading)}</h1>${paragraphs(details)}</section>
</header>
<div class="to"><section>${recipient
    .filter((line) => line !== "")
    .map((line, index) => (index === 0 ? `<p><strong>${escapeHtml(line)}</strong></p>` : paragraph(line)))
    .join(
      "\n",
    )}</section>${stamp === undefined ? "" : `<p class="stamp ${stamp.tone}">${escapeHtml(stamp.text)}</p>`}</div>
${blocks.map(renderBlock).join("\n")}
</main>
</body>
</html>
`;
}

/** The logo needs no alternative text because the name is next to it. */
const logo = (png: Uint8Array): string =>
  `<img alt="" src="data:image/png;base64,${Buffer.from(png).toString("base64")}">`;
const paragraph = (line: string): string => `<p class="soft">${escapeHtml(line)}</p>`;
const paragraphs = (lines: readonly string[]): string => lines.map(paragraph).join("\n");

function renderBlock(block: PdfContent["blocks"][number]): string {
  if (block.kind === "text") return renderText(block);
  return block.kind === "figures" ? renderFigures(block) : renderTable(block);
}

const renderHeading = (heading: string | undefined, startsPage = false): string =>
  heading === undefined ? "" : `<h2${startsPage ? ' class="page"' : ""}>${escapeHtml(heading)}</h2>`;

const renderText = ({ heading, startsPage, paragraphs: lines }: PdfContentText): string =>
  `${renderHeading(heading, startsPage)}${lines.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}`;

const renderFigures = ({ heading, figures, isLead = false }: PdfContentFigures): string =>
  `${renderHeading(heading)}<dl${isLead ? ' class="lead"' : ""}>${figures
    .map(({ name, value }) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join("")}</dl>`;

function renderTable({ heading, description, columns, rows }: PdfContentTable): string {
  const getClass = (index: number) => (columns[index]?.align === "right" ? ' class="money"' : "");
  const renderCells = (tag: "th" | "td", texts: readonly string[]) =>
    texts.map((text, index) => `<${tag}${getClass(index)}>${escapeHtml(text)}</${tag}>`).join("");
  return `${renderHeading(heading)}${description === undefined ? "" : paragraph(description)}<table><thead><tr>${renderCells(
    "th",
    columns.map(({ header }) => header),
  )}</tr></thead><tbody>${rows
    .map((row) => {
      const name = row.isTotal === true ? "total" : row.isStrong === true ? "strong" : "";
      return `<tr${name === "" ? "" : ` class="${name}"`}>${renderCells("td", row.cells)}</tr>`;
    })
    .join("\n")}</tbody></table>`;
}
