import type { DocumentCard } from "./contract.ts";

/** Where a search found its words in the text of a document, and how they are written there. */
export interface Hit {
  page: number;
  words: readonly string[];
}

export const hitOf = ({ page, pieces }: NonNullable<DocumentCard["excerpt"]>): Hit => ({
  page,
  words: [...new Set(pieces.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase()))],
});
