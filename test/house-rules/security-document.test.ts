import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { isTest, readProjectFile, sourceFiles } from "./source-files.ts";

/*
 * Checks docs/security.md and docs/promises.md: every requirement of the standard is listed once, and every
 * test they name exists. Also checks the rules about the source code that no other test covers.
 */

const text = readProjectFile("docs/security.md");
const code = sourceFiles(".ts", ".tsx", ".mjs");
const server = code.filter(
  ({ path: file }) => !isTest(file) && /^(server|domains\/[^/]+\/server|shared|seeds)\//.test(file),
);
const product = code.filter(({ path: file }) => !isTest(file) && /^(server|domains|shared|web)\//.test(file));

/** The sections of ASVS 5.0.0 with their number of level 1 and 2 requirements. */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4
  11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
  .trim()
  .split(/\s+/)
  .map((one) => one.split(":"));

const rows = [
  ...text.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*) \| [12, ]+ \| [^|]+ \| ([^|]+) \| ([^|]*) \|$/gm),
].map(([, lines = "", state = "", by = ""]) => ({ lines: lines.split(", "), state, by }));

describe("docs/security.md", () => {
  it("docs/security.md lists every requirement of the standard once, with a status and a reason", () => {
    const expected = sections.flatMap(([section, count]) =>
      Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
    );
    expect(expected).toHaveLength(253);
    expect(rows.flatMap(({ lines }) => lines).sort()).toEqual(expected.sort());
    const known = ["met", "not met", "operator", "n/a"];
    expect(rows.filter(({ state, by }) => !known.includes(state) || by.length < 8)).toEqual([]);
    // A requirement is met by code or by a document.
    const unfounded = rows.filter(({ state, by }) => state === "met" && !/`[^`]+`|\]\(/.test(by));
    expect(unfounded.filter(({ by }) => by !== "The tests named there")).toEqual([]);
  });

  it("docs/security.md counts its requirements correctly and lists those not met at the top", () => {
    for (const state of ["met", "not met", "operator", "n/a"]) {
      const lines = rows.filter((row) => row.state === state).flatMap((row) => row.lines);
      expect(text).toContain(`\n| ${state} | ${lines.length} |`);
    }
    const atAGlance = /\n## Not met\n([^]*?)\n## /.exec(text)?.[1] ?? "";
    expect([...atAGlance.matchAll(/\*\*([\d.]+)\*\*/g)].map(([, line]) => line)).toEqual(
      rows.filter(({ state }) => state === "not met").flatMap(({ lines }) => lines),
    );
  });
});

it.each(["docs/security.md", "docs/promises.md"])(
  "%s names only existing tests, by file and part of the title",
  (document) => {
    const named = [
      ...readProjectFile(document).matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")+)/g),
    ].flatMap(([, file = "", titles = ""]) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      ({ file, title }) =>
        !code.some((one) => path.basename(one.path) === path.basename(file) && one.text.includes(title)),
    );
    expect(missing).toEqual([]);
  },
);

it("the SBOM contains every dependency of the portal with its hash", () => {
  const { stdout } = spawnSync("npm", ["run", "--silent", "sbom"], {
    cwd: projectRoot,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; version: string; hashes?: unknown[] }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const { dependencies } = JSON.parse(readProjectFile("package.json")) as {
    dependencies: Record<string, string>;
  };
  const listed = components.filter(({ hashes = [] }) => hashes.length > 0);
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !listed.some((one) => one.name === name && one.version === version),
  );
  expect(missing).toEqual([]);
});

describe("the source code", () => {
  const filesWith = (files: typeof code, pattern: RegExp) =>
    files.filter((file) => pattern.test(file.text)).map((file) => file.path);

  it("the source code doesn't evaluate text as code and writes no HTML except the portal's own icons", () => {
    const dangerous =
      /\beval\(|\bnew Function\(|dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
    expect(filesWith(product, dangerous)).toEqual(["web/icons/drawing.tsx"]);
  });

  it("the source code starts programs only for the embedded database and for reading PDFs", () => {
    const outside = filesWith(product, /node:child_process/).filter(
      (file) => !file.startsWith("server/db/embedded/"),
    );
    expect(outside).toEqual(["server/integrations/script-runner.ts"]);
  });

  it("the source code opens connections in only a few files, each to a configured service, a webhook, or a push service", () => {
    // Other than connections to the database.
    const opens =
      /\bfetch\(|^import (?!type )[^;]* from "(node:https?|node:tls|node:http2|undici|nodemailer|stripe|@aws-sdk\/[^"]+)";|import\("(stripe|openid-client|@aws-sdk\/[^"]+)"\)|^import \{[^}]*\bconnect\b[^}]*\} from "node:net"/m;
    expect(filesWith(server, opens).sort()).toEqual([
      // Administrators enter these URLs, and reachable.ts restricts them.
      "domains/webhooks/server/post-event.ts",
      "server/db/embedded/start.ts",
      "server/integrations/cards/stripe-cards.ts",
      "server/integrations/email/mailer.ts",
      "server/integrations/files/s3-store.ts",
      "server/integrations/files/virus-scanner.ts",
      "server/integrations/identity-provider.ts",
      // Only the URLs of known push services are used.
      "server/integrations/push/web-push.ts",
    ]);
  });

  it("the source code never accepts an unverified certificate", () => {
    expect(filesWith(server, /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual(
      [],
    );
  });
});
