import { expect, test } from "vitest";
import { isTest, sourceFiles } from "#test/source-files.ts";
import { kinds } from "./kinds.ts";
import { topics } from "./topics.ts";

const servers = sourceFiles(".ts")
  .filter(({ path }) => !isTest(path) && /^domains\/[^/]+\/server\//.test(path))
  .map(({ text }) => text)
  .join("\n");

test("NAV-31 every kind of notification is sent by somebody", () => {
  expect(Object.keys(kinds).filter((kind) => !servers.includes(`"${kind}"`))).toEqual([]);
});

test("NAV-31 every topic one can choose has notifications, is heard by somebody, and is mailed only to who hears it", () => {
  const withKinds = new Set<string>(Object.values(kinds).map(({ topic }) => topic));
  for (const [name, { heardBy, mailedTo }] of Object.entries(topics)) {
    expect(withKinds, name).toContain(name);
    expect(heardBy.length, name).toBeGreaterThan(0);
    expect(
      mailedTo.filter((role) => !(heardBy as readonly string[]).includes(role)),
      name,
    ).toEqual([]);
  }
});
