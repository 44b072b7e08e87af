import type { PageViewport } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The fields of a pdf.js annotation that this module uses. */
interface Annotation {
  subtype: string;
  rect: [number, number, number, number];
  password?: boolean;
  /** The lines that are drawn, if the annotation has an appearance of its own. */
  textContent?: string[];
  fieldValue?: unknown;
  contentsObj?: { str: string };
  defaultAppearanceData?: { fontSize: number };
}

/**
 * Adds filled-in form fields and notes typed on a page to its text layer, and returns their elements. pdf.js
 * draws them, but they aren't part of the page's text. A search finds the same lines (`read-file-text.mjs`).
 */
export function addNotes(
  layer: HTMLElement,
  annotations: readonly Annotation[],
  viewport: Pick<PageViewport, "width" | "height" | "scale" | "convertToViewportRectangle">,
): HTMLElement[] {
  return annotations.flatMap((annotation) => {
    const lines = getLines(annotation).filter((line) => line.trim() !== "");
    if (lines.length === 0) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(annotation.rect) as number[];
    const lineHeight = Math.abs(y2 - y1) / lines.length;
    const { fontSize = 0 } = annotation.defaultAppearanceData ?? {};
    const letterHeight = Math.min(lineHeight, fontSize * viewport.scale || 12 * viewport.scale);
    return lines.map((line, index) => {
      const element = document.createElement("span");
      element.textContent = line;
      const top = Math.min(y1, y2) + index * lineHeight + (lineHeight - letterHeight) / 2;
      element.style.left = `${((100 * Math.min(x1, x2)) / viewport.width).toFixed(2)}%`;
      element.style.top = `${((100 * top) / viewport.height).toFixed(2)}%`;
      element.style.setProperty("--font-height", `${(letterHeight / viewport.scale).toFixed(2)}px`);
      layer.append(element);
      return element;
    });
  });
}

function getLines({ subtype, password, textContent, fieldValue, contentsObj }: Annotation): string[] {
  if ((subtype !== "Widget" && subtype !== "FreeText") || password === true) return [];
  if (textContent !== undefined) return textContent;
  const value = subtype === "Widget" ? fieldValue : contentsObj?.str;
  return typeof value === "string" ? value.split(/\r\n?|\n/) : [];
}
