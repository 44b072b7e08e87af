import { foldText } from "#shared/fold-text.ts";
import type { DocumentType } from "../../types.ts";

/** The longest name of a property or company that is found, in words. */
const maxNameWords = 8;

/** Words next to each other in one folder or file name, folded for comparison. */
export interface Phrase {
  text: string;
  /** The word before it, or an empty string. */
  before: string;
  /** Whether it's the whole name of a folder or file. */
  isWhole: boolean;
}

const toWords = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const toSegments = (path: string): string[] => path.replace(/\.[a-z]{3,4}$/i, "").split("/");

/** Returns all phrases of a path. Dates such as `2026-01-31` aren't phrases, since a part could be a unit number. */
export const findPhrases = (path: string): Phrase[] =>
  toSegments(path).flatMap((segment) => {
    const words = toWords(segment.replace(/(?<!\d)\d{4}[-_.]\d{1,2}([-_.]\d{1,2})?(?!\d)/g, " "));
    return words.flatMap((_, start) =>
      Array.from({ length: Math.min(maxNameWords, words.length - start) }, (__, more) => ({
        text: words.slice(start, start + more + 1).join(" "),
        before: words[start - 1] ?? "",
        isWhole: start === 0 && more + 1 === words.length,
      })),
    );
  });

/** The first type with a word in the name is taken, so `lease amendment` is an addendum. */
const typeWords: readonly [DocumentType, readonly string[]][] = [
  ["Other", ["invoice", "invoices", "receipt", "receipts", "occupancy", "estoppel"]],
  ["Addendum", ["addendum", "addenda", "amendment", "amendments", "rider", "riders"]],
  ["Insurance", ["insurance", "coi", "acord", "certificate", "certificates", "liability"]],
  ["Lease", ["lease", "leases", "sublease"]],
  ["Contract", ["contract", "contracts", "agreement", "agreements"]],
  ["Maintenance", ["maintenance", "inspection", "inspections", "repair", "repairs", "warranty"]],
];

/** Returns the document type by a word of the file's name, or else of its folders, the nearest first. */
export function readType(path: string): { type: DocumentType; word: string | null } {
  for (const segment of toSegments(path).toReversed()) {
    const words = new Set(toWords(segment));
    for (const [type, known] of typeWords) {
      const word = known.find((each) => words.has(each));
      if (word !== undefined) return { type, word };
    }
  }
  return { type: "Other", word: null };
}
