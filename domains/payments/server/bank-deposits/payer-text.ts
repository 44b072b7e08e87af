import { foldText } from "#shared/fold-text.ts";
import { monthNames } from "../../payment-rows.ts";

/** Words that say nothing about who paid. */
const commonWords = new Set([
  ...monthNames,
  ...(
    "a ach and bank by check co company corp corporation cr credit deposit dep des for from group id in inc incoming " +
    "limited llc llp lp ltd mobile no number of online orig pa payment pc pllc pmt ppd ref rent seq suite ste transfer " +
    "the to trn unit web wire zelle"
  ).split(" "),
]);
/** Banks shorten words. A shorter prefix would match too many names. */
const minShortWordLength = 4;
const maxWords = 30;
const maxUnitNumbers = 5;

const toWords = (text: string): string[] => foldText(text).match(/[\p{Alphabetic}0-9]+/gu) ?? [];

/** Returns the words that can name a company. */
export const readNameWords = (text: string): string[] =>
  [...new Set(toWords(text))].filter((word) => word.length > 1 && !commonWords.has(word)).slice(0, maxWords);

/** Returns the unit numbers in a text: the whole text, or the number after `Unit`, `Suite`, `Ste`, or `#`. */
export function readUnitNumbers(text: string): string[] {
  const foldedText = foldText(text).trim();
  const numberMatches = [
    ...foldedText.matchAll(/(?:\b(?:unit|suite|ste|apt)\b\.?\s*#?\s*|#\s*)([\p{L}\p{N}-]{1,20})/gu),
  ];
  const numbers = numberMatches.map(([, number = ""]) => number);
  const isWholeText = /^[\p{L}\p{N}-]{1,20}$/u.test(foldedText);
  return [...new Set(isWholeText ? [foldedText, ...numbers] : numbers)].slice(0, maxUnitNumbers);
}

/**
 * Whether a text names a company. It must contain all of the company's words, which banks can shorten, or
 * consist only of some of them, as when a person types part of the name.
 */
export function namesCompany(textWords: readonly string[], companyWords: readonly string[]): boolean {
  if (textWords.length === 0 || companyWords.length === 0) return false;
  return (
    companyWords.every((word) => textWords.some((other) => isSameWord(word, other))) ||
    textWords.every((word) => companyWords.some((other) => isSameWord(word, other)))
  );
}

const isSameWord = (word: string, other: string): boolean =>
  word === other ||
  (toWordKey(word) === toWordKey(other) && (word.startsWith(other) || other.startsWith(word)));

/**
 * Returns the first letters, which a word and its shortened forms share. Numbers and short words aren't
 * shortened.
 */
export const toWordKey = (word: string): string =>
  word.length < minShortWordLength || /\d/.test(word) ? `=${word}` : word.slice(0, minShortWordLength);
