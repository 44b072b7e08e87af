import { describe, expect, it } from "vitest";
import { getInitials } from "#web/ui/faces/face.tsx";

describe("initials", () => {
  it("a person's initials come from their first and last names", () => {
    expect(
      ["Maya Okafor", "Ana Maria de la Cruz", "Cher", "élodie ørsted"].map((name) => getInitials(name)),
    ).toEqual(["MO", "AC", "C", "ÉØ"]);
  });

  it("a company's initials come from its first two words", () => {
    expect(
      ["Emerald Dental Studio", "Rowan & Tate Insurance", "7 Seas", "Acme"].map((name) =>
        getInitials(name, true),
      ),
    ).toEqual(["ED", "RT", "7S", "A"]);
  });
});
