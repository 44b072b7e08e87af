import { describe, expect, it } from "vitest";
import { sourceFiles } from "./source-files.ts";

/*
 * Words that native writers in this trade don't use, with the words they use instead. The check covers
 * everything people read: texts, comments, names, test titles, and documents. It catches only words. Deciding
 * whether a sentence reads well takes a reader.
 */
const replacements: [unwanted: RegExp, wanted: string][] = [
  [/\b(whoever|whatever)\b/i, "anyone who, the person who, or the role"],
  [/\b(some|any|no|every)body\b/i, "someone, anyone, no one, everyone, or the role"],
  [/\bany more\b/i, "no longer"],
  [/\b(meanwhile|in the meantime)\b/i, "since, while you were editing"],
  [/\bat once\b/i, "right away, or at the same time"],
  [/\bby itself\b/i, "automatically"],
  [/\banew\b/i, "again"],
  [/\b(the|an) own\b/i, "your own, their own"],
  [/\b(is|are|was|were|be|been|being) told\b/i, "is notified"],
  [/\bmail(s|ed|ing)?\b/i, "email"],
  [/\btenanc(y|ies)\b/i, "lease"],
  [/\b(is|are|was|were|not) let\b/i, "leased, vacant"],
  [/\b(due (time|day)s?|owe[ds]?)\b/i, "due date, due, unpaid"],
  [/\bsettl(e|es|ed|ing|ement|ements)\b/i, "apply, applied to"],
  [/\bcontested\b/i, "disputed"],
  [/\b(give|gives|given|take|takes|taken|took|hand|hands|handed) back\b/i, "refund, reverse, unassign"],
  [/\brefus\w*/i, "decline a person, reject a request"],
  [/\bclaims?\b/i, "access request"],
  [/\bcall(s|ed|ing)? off\b/i, "cancel"],
  [/\b(clash(es|ed|ing)?|changed twice)\b/i, "conflict"],
  [/\boutside of\b/i, "outside"],
  [/\bat most\b/i, "up to, no more than"],
  [/\b(may|shall)\b/, "can, might, must"],
  [/\b(begin|begins|began|begun)\b/i, "start, started"],
  [/\b(two-factor sign-in|second factor)s?\b/i, "two-factor authentication"],
  [/\bset-ups?\b/i, "setup"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\b(besides|beneath)\b/i, "in addition to, below"],
  [/\b(valid until|expiry)\b/i, "expires, expiration"],
  [/\b(cut off|given up)\b/i, "interrupted, failed"],
  [/\bpictures?\b/i, "photo, image"],
  [/\bfaults?\b(?! injection)/i, "problem, work order, bug"],
];

/** Exceptions: the specification's texts, and terms from standards. */
const allowed: { in: RegExp; text: RegExp }[] = [
  { in: /^docs\/requirements\.md$/, text: /^> .*/ },
  { in: /./, text: /Your payment may have been processed/g },
  { in: /./, text: /\bmail[- ]server/gi },
  { in: /./, text: /[\w.]*\bmail\.example|nobody[\w${}+]*@/g },
  // Names of icons.
  { in: /\.tsx?$/, text: /\bMails?\b(?=,| \}| \/>| aria-)|lucide\/mails?\b|as Mails?\b/g },
  // The system user, SQL statements, and searches that find nothing.
  { in: /\.ts$/, text: /["“']nobody\b|\bnobody\b(?= =| \?| :|\.|,|;|\))|["$] ?begin\b|"BEGIN"/g },
  // Bank debits and promises settle.
  {
    in: /sandbox|card-provider|test\/money\/payment|tasks\.ts|worker\.ts|offline-queue/,
    text: /\bsettle(s|d)?\b/g,
  },
  { in: /common-passwords\.ts$/, text: /\bwhatever\b/g },
  // The language of contracts.
  { in: /^seeds\/demo\/documents\//, text: /\b(may|owes?|begins?)\b/g },
  // OpenID Connect's term for the statements in an ID token.
  { in: /identity-provider\.ts$/, text: /\bclaims?\b/gi },
  { in: /^docs\/(operating|security)\.md$/, text: /\boptional claims\b|A claim that is never/g },
  // Words that people type into the search.
  {
    in: /web\/page-info\.ts$|layout\/(palette-actions|search-palette\.test)\.tsx?$/,
    text: /\b(faults?|tenancy|owed?|claims|e-mail)\b/g,
  },
];

describe("plain English", () => {
  it("no text, comment, name, test title, or document uses an unwanted word", () => {
    const hits = sourceFiles(".ts", ".tsx", ".mjs", ".js", ".css", ".html", ".md", ".sql", ".yaml")
      .filter(({ path }) => path !== "test/house-rules/plain-english.test.ts")
      .flatMap(({ path, text }) => {
        const exceptions = allowed.filter((one) => one.in.test(path));
        return readable(path, text)
          .split("\n")
          .flatMap((line, index) => {
            const rest = exceptions.reduce((left, exception) => left.replace(exception.text, ""), line);
            return replacements.flatMap(([unwanted, wanted]) => {
              const word = unwanted.exec(rest)?.[0];
              return word === undefined ? [] : [`${path}:${index + 1}: not “${word}”, but ${wanted}`];
            });
          });
      });
    expect(hits).toEqual([]);
  });
});

/** Returns the text people read in a file. In SQL, only comments and messages: `begin` is also a keyword. */
function readable(path: string, text: string): string {
  if (!path.endsWith(".sql")) return text;
  return text.replace(/^(?!.*(--|'|"))[^\n]*$/gm, "");
}
