import { expect, test } from "vitest";
import { isTest, sourceFiles } from "#test/house-rules/source-files.ts";
import { kinds } from "./kinds.ts";
import { topics } from "./topics.ts";

const servers = sourceFiles(".ts")
  .filter(({ path }) => !isTest(path) && /^domains\/[^/]+\/server\//.test(path))
  .map(({ text }) => text)
  .join("\n");

test("NAV-31 every type of notification is sent somewhere on the server", () => {
  expect(Object.keys(kinds).filter((kind) => !servers.includes(`"${kind}"`))).toEqual([]);
});

test("NAV-31 every topic has notifications and recipients and is emailed only to roles that receive it", () => {
  const withKinds = new Set<string>(Object.values(kinds).map(({ topic }) => topic));
  for (const [name, { sentTo, emailedTo }] of Object.entries(topics)) {
    expect(withKinds, name).toContain(name);
    expect(sentTo.length, name).toBeGreaterThan(0);
    expect(
      emailedTo.filter((role) => !(sentTo as readonly string[]).includes(role)),
      name,
    ).toEqual([]);
  }
});
