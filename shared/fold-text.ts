/**
 * Normalizes text for comparison: lower case, without diacritics and invisible characters, and with plain
 * spaces, apostrophes, and dashes. `Siobhán O’Hara` becomes `siobhan o'hara`. `fold_text` in the database does
 * the same. Email addresses that identify an account aren't folded, because two addresses that differ only in
 * a diacritic are different mailboxes.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[`\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2043\u2212]/g, "-")
    .normalize("NFKD")
    .replace(diacriticsAndInvisibles, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßæœþłøđðħŧıς]/g, (letter) => plainLetters[letter] ?? letter);

const diacriticsAndInvisibles =
  // oxlint-disable-next-line no-misleading-character-class -- the marks are separate
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufeff]/g;

/** Letters that Unicode doesn't decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ς: "σ",
};
