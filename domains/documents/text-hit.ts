import type { DocumentCard } from "./contract.ts";

/** Where a search matched the text of a document, and the matched words as written there. */
export interface TextHit {
  page: number;
  words: readonly string[];
}

export const toTextHit = ({ page, pieces }: NonNullable<DocumentCard["excerpt"]>): TextHit => ({
  page,
  words: [...new Set(pieces.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase()))],
});
