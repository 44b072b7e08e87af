import { describe, expect, it } from "vitest";
import { sourceFiles } from "./source-files.ts";

/*
 * Words that native writers of this trade don't use, with what they write. The check covers everything people read: texts, comments,
 * names, test titles, and documents. It catches the words only. Whether a sentence reads well, a reader decides.
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

/** Texts that stay: the specification's, and terms of standards. */
const allowed: RegExp[] = [];

describe("plain English", () => {
  it("no text, comment, name, test title, or document uses an unwanted word", () => {
    const hits = sourceFiles(".ts", ".tsx", ".mjs", ".js", ".css", ".html", ".md", ".sql", ".yaml")
      .filter(({ path }) => path !== "test/plain-english.test.ts")
      .flatMap(({ path, text }) =>
        readable(path, text)
          .split("\n")
          .flatMap((line, index) =>
            replacements
              .map(([unwanted, wanted]) => ({ word: unwanted.exec(withoutAllowed(line))?.[0], wanted }))
              .filter(({ word }) => word !== undefined)
              .map(({ word, wanted }) => `${path}:${index + 1}: not “${word}”, but ${wanted}`),
          ),
      );
    expect(hits).toEqual([]);
  });
});

/** What people read in a file: of SQL only comments and messages, because `begin` is one of its keywords. */
function readable(path: string, text: string): string {
  if (!path.endsWith(".sql")) return text;
  return text.replace(/^(?!.*(--|'|"))[^\n]*$/gm, "");
}

const withoutAllowed = (line: string) => allowed.reduce((rest, pattern) => rest.replace(pattern, ""), line);
