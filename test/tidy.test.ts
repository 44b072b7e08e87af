import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { domainImports } from "./domain-imports.ts";
import { calculatesMoney, findFloats } from "./floats-in-money.ts";
import {
  findImports,
  type Import,
  isTest,
  listFiles,
  readProjectFile,
  type SourceFile,
  sourceFiles,
} from "./source-files.ts";

/*
 * The house rules that the compiler cannot check. A failure names the files that break the rule.
 */

const code = sourceFiles(".ts", ".tsx", ".mjs");
const tests = code.filter(({ path: file }) => /\.test\.tsx?$|^e2e\/.*\.spec\.ts$/.test(file));
/** Written by `npm run schema`. */
const generated = "server/db/tables.ts";
const product = code.filter(({ path: file }) => /\.tsx?$/.test(file) && !isTest(file));
const imports = product.flatMap(findImports);

describe("imports go one way", () => {
  it("each part imports only the parts below it", () => {
    const wrong = imports
      .filter(({ isFile }) => isFile)
      .filter(({ from, to }) => {
        const part = partOf(from);
        return part !== undefined && !mayImport[part].includes(partOf(to) ?? "outside");
      });
    expect(wrong.map(asLine)).toEqual([]);
  });

  it("shared and the rules of a domain import no package but zod", () => {
    const wrong = imports.filter(
      ({ from, to, isFile }) =>
        !isFile && ["shared", "domain"].includes(partOf(from) ?? "") && !/^zod(\/|$)/.test(to),
    );
    expect(wrong.map(asLine)).toEqual([]);
  });

  it("zod is imported as zod/mini: the other one sets messages of its own for the whole process", () => {
    expect(imports.filter(({ to }) => to === "zod").map(asLine)).toEqual([]);
  });

  it("a page uses nothing of Node, and the server nothing of React", () => {
    const wrong = imports.filter(({ from, to }) => {
      const part = partOf(from) ?? "";
      return (
        (/pages|web/.test(part) && to.startsWith("node:")) ||
        (/server|seeds/.test(part) && /^(react|react-dom)(\/|$)/.test(to))
      );
    });
    expect(wrong.map(asLine)).toEqual([]);
  });

  it("one domain uses another through its top-level files, or files that domain-imports.ts lists", () => {
    const uses = imports
      .filter(({ from, to }) => domainOf(from) !== undefined && domainOf(to) !== undefined)
      .filter(({ from, to }) => domainOf(from) !== domainOf(to) && partOf(to) !== "domain")
      .map(({ from, to }) => `${domainOf(from)} uses ${path.basename(to)} of ${domainOf(to)}`);
    const listed = Object.entries(domainImports).flatMap(([domain, used]) =>
      Object.entries(used).flatMap(([other, { files }]) =>
        files.map((file) => `${domain} uses ${file} of ${other}`),
      ),
    );
    expect([...new Set(uses)].sort()).toEqual(listed.sort());
  });

  it.each(["domain", "domain server", "domain pages"])("domains form no cycle: %s", (part) => {
    const used = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [domain, other] = [domainOf(from), domainOf(to)];
      if (domain === undefined || other === undefined || domain === other) continue;
      if (partOf(from) === part && partOf(to) === part)
        used.set(domain, (used.get(domain) ?? new Set()).add(other));
    }
    // Removes domains that use no remaining domain, until none is left or the rest forms a cycle.
    for (let isDone = false; !isDone; ) {
      const free = [...used].filter(([, others]) => ![...others].some((other) => used.has(other)));
      for (const [domain] of free) used.delete(domain);
      isDone = free.length === 0;
    }
    expect([...used.keys()]).toEqual([]);
  });
});

/** The part of the project a file belongs to; undefined for tools, which may use everything. */
function partOf(file: string) {
  if (file.startsWith("shared/")) return "shared";
  if (/^domains\/[^/]+\/[^/]+$/.test(file)) return "domain";
  if (/^domains\/[^/]+\/server\//.test(file)) return "domain server";
  if (/^domains\/[^/]+\/web\//.test(file)) return "domain pages";
  if (/^server\/(app|main|viewer-rules|jobs\/worker)\.ts$/.test(file)) return "server assembly";
  if (file.startsWith("server/")) return "server";
  if (/^web\/(main|router|pages)\.tsx?$|^web\/(layout|live)\//.test(file)) return "web assembly";
  if (file.startsWith("web/")) return "web";
  if (file.startsWith("seeds/")) return "seeds";
  return undefined;
}
type Part = NonNullable<ReturnType<typeof partOf>>;

const mayImport: Record<Part, readonly string[]> = {
  shared: ["shared"],
  domain: ["shared", "domain"],
  server: ["shared", "domain", "server"],
  "domain server": ["shared", "domain", "domain server", "server"],
  seeds: ["shared", "domain", "domain server", "server", "seeds"],
  "server assembly": ["shared", "domain", "domain server", "server", "server assembly", "seeds"],
  web: ["shared", "domain", "web"],
  "domain pages": ["shared", "domain", "domain pages", "web", "web assembly"],
  "web assembly": ["shared", "domain", "domain pages", "web", "web assembly"],
};

const domainOf = (file: string) => /^domains\/([^/]+)\//.exec(file)?.[1];
const asLine = ({ from, to }: Import) => `${from} imports ${to}`;

describe("texts", () => {
  it("write a percentage without a space: 3%", () => {
    const apart = /[\d}] %(["'`<.,;:)]| (a|are|more|less|of|off|together|too)\b)/;
    expect(pathsOf(code.filter(({ text }) => apart.test(text)))).toEqual([]);
  });
});

describe("files", () => {
  it("fetch parts of a page by lazyPart, so that one that does not arrive leaves the page", () => {
    const lazyOfReact = /import \{[^}]*\blazy\b[^}]*\} from "react"/;
    const own = "web/ui/lazy-part.tsx";
    expect(pathsOf(product.filter(({ path: file, text }) => lazyOfReact.test(text) && file !== own))).toEqual(
      [],
    );
  });

  it("have a subject: none is called utils, helpers or service", () => {
    const names = code.filter(({ path: file }) => /(^|[/.-])(utils?|helpers?|services?)([.-]|$)/.test(file));
    expect(pathsOf(names)).toEqual([]);
  });

  it("are read in one sitting: none is longer than 450 lines", () => {
    const written = code.filter(({ path: file }) => file !== generated);
    expect(pathsOf(written.filter(({ text }) => text.split("\n").length > 450))).toEqual([]);
  });

  it("are named in kebab-case", () => {
    const wrong = code.filter(
      ({ path: file }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(path.basename(file)),
    );
    expect(pathsOf(wrong)).toEqual([]);
  });

  it("are imported by the file itself: there is no barrel", () => {
    expect(pathsOf(code.filter(({ path: file }) => /(^|\/)index\.tsx?$/.test(file)))).toEqual([]);
  });

  it("name a migration by its time, in order, with the resulting schema beside them", () => {
    const migrations = sourceFiles(".sql").map(({ path: file }) => file);
    const names = migrations.filter((file) => !file.endsWith("/schema.sql")).sort();
    expect(names.filter((file) => !/^migrations\/\d{14}_[a-z0-9-]+\.sql$/.test(file))).toEqual([]);
    expect(new Set(names.map((file) => file.slice(0, 25))).size).toBe(names.length);
    expect(migrations).toContain("migrations/schema.sql");
  });

  it("number the decisions without a gap, each dated and at most one page long", () => {
    const decisions = sourceFiles(".md")
      .filter(({ path: file }) => file.startsWith("docs/decisions/"))
      .sort((a, b) => a.path.localeCompare(b.path));
    expect(decisions.length).toBeGreaterThan(0);
    for (const [index, { path: file, text }] of decisions.entries()) {
      const number = String(index + 1).padStart(3, "0");
      expect(file).toMatch(new RegExp(`^docs/decisions/${number}-[a-z0-9-]+\\.md$`));
      expect(text, file).toMatch(new RegExp(`^# ${number} [^\\n]+\\n\\n\\d{4}-\\d{2}-\\d{2}, \\w+`));
      expect(text.split("\n").length, file).toBeLessThan(60);
    }
  });

  it("cite records and rules that exist", () => {
    const headings = readProjectFile("docs/requirements.md").match(/(?<=^#{3,4} ).*/gm) ?? [];
    const records = new Set(listFiles().map((file) => /^docs\/decisions\/(\d{3})-/.exec(file)?.[1]));
    const astray = [...sourceFiles(".ts"), ...sourceFiles(".tsx"), ...sourceFiles(".sql")].flatMap(
      ({ path: file, text }) =>
        [
          ...[...text.matchAll(/\b(?:decision |docs\/decisions\/)(\d{3})/g)].filter(
            ([, number]) => !records.has(number),
          ),
          ...[...text.matchAll(/\brequirements, "([^"\n]+)"/g)].filter(
            ([, rule = ""]) => !headings.some((heading) => heading.startsWith(rule)),
          ),
        ].map(([cited]) => `${file}: ${cited}`),
    );
    expect(astray).toEqual([]);
  });
});

describe("money", () => {
  it("is calculated in whole cents, without floating-point numbers", () => {
    const counted = product.filter(({ path: file }) => calculatesMoney(file));
    expect(counted.length).toBeGreaterThan(15);
    expect(counted.flatMap(findFloats)).toEqual([]);
  });

  it.each([
    ["a share of an amount", "const share = (cents: number) => cents / 12;"],
    ["a share that is assigned", "let cents = 100; cents /= 3;"],
    ["a rate as a decimal number", "const fee = (cents: number) => cents * 0.035;"],
    ["an amount read from text", "const cents = parseFloat(text);"],
    ["an amount read from text in another way", "const cents = Number(text) * 100;"],
    ["an amount rounded to text", "const shown = amount.toFixed(2);"],
    ["a fraction that is rounded", "const cents = Math.round(amount);"],
  ])("%s is detected", (_, text) => {
    expect(findFloats({ path: "domains/ledger/planted.ts", text: `// Begins.\n${text}` })).toEqual([
      expect.stringMatching(/^domains\/ledger\/planted\.ts:2: /),
    ]);
  });

  it("may be divided as a bigint, and ids, days and counts may be parsed from text", () => {
    const text = `const half = (a: bigint) => Number((a + 1n) / 2n);
      const [id, day, total] = [Number(leaseId), Number(on.slice(8)), Number(headers.get("X-Total-Count") ?? 0)];`;
    expect(findFloats({ path: "domains/ledger/sound.ts", text })).toEqual([]);
  });
});

const pathsOf = (files: SourceFile[]) => files.map(({ path: file }) => file);

describe("tests", () => {
  it("replace a module, a global or the time only in files that load their own modules, as others and their helpers share theirs in a worker", () => {
    const apart = readProjectFile("vitest.config.ts");
    const module = /\bvi\.((un)?mock|do(Un)?Mock|resetModules)\(/;
    const globalOrTime = /\bvi\.(stub(Global|Env)|useFakeTimers|setSystemTime)\(/;
    // Globals and the time of a page are restored after each of its tests.
    const putsBack = (file: string, text: string) =>
      file.endsWith(".tsx") &&
      /cleanBrowser\(\)|afterEach\([^]*?vi\.(useRealTimers|unstubAllGlobals)\(/.test(text);
    const wrong = code.filter(
      ({ path: file, text }) =>
        isTest(file) &&
        !apart.includes(`"${file}"`) &&
        (module.test(text) ||
          (tests.some(({ path }) => path === file) && globalOrTime.test(text) && !putsBack(file, text))),
    );
    expect(pathsOf(wrong)).toEqual([]);
  });

  it("all run: none is marked only, skip or todo", () => {
    const marked = tests.filter(({ text }) => /\b(describe|it|test)\.(only|skip|todo|fixme)\b/.test(text));
    expect(pathsOf(marked)).toEqual([]);
  });

  it("wait for events, never for time to pass", () => {
    const sleeping = code.filter(
      ({ path: file, text }) =>
        isTest(file) &&
        /waitForTimeout\(|await\s+(sleep|delay|pause)\(|new Promise[^;]{0,80}setTimeout\(|timers\/promises/.test(
          file === "test/tidy.test.ts" ? "" : text,
        ),
    );
    expect(pathsOf(sleeping)).toEqual([]);
  });

  it("call every endpoint", async () => {
    const endpoints = await everyEndpoint();
    expect(endpoints.length).toBeGreaterThan(20);
    const text = code
      .filter(({ path: file }) => isTest(file))
      .map((file) => file.text)
      .join("\n");
    const untested = endpoints.filter((endpoint) => !mention(endpoint).test(text));
    expect(untested.map(({ method, path: address }) => `${method} ${address}`)).toEqual([]);
  });
});

async function everyEndpoint(): Promise<Endpoint[]> {
  const contracts = product.filter(({ path: file }) =>
    /^domains\/[^/]+\/([a-z-]+-)?contract\.ts$/.test(file),
  );
  const modules = await Promise.all(
    contracts.map(
      ({ path: file }) => import(path.join(projectRoot, file)) as Promise<Record<string, unknown>>,
    ),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "action" in value;

/** Matches a call in a test: `"PATCH", "/api/work-orders/7"`, with any value for a parameter; a GET by its path. */
function mention({ method, path: address }: Endpoint): RegExp {
  const anyValue = String.raw`(?::\w+|\$\{[^}]*\}|\d+)`;
  const pattern = address
    .split(/:\w+/)
    .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"))
    .join(anyValue);
  const before =
    method === "GET" ? String.raw`["'\x60}\s]` : String.raw`["'\x60]${method}(?:["'],\s*["'\x60]|\s)`;
  return new RegExp(String.raw`${before}${pattern}["'\x60?\s]`);
}

describe("the documents", () => {
  const documents = sourceFiles(".md").filter(
    ({ path: file }) => !file.includes("/") || /^docs\/[^/]+\.md$/.test(file),
  );
  const { scripts } = JSON.parse(readProjectFile("package.json")) as { scripts: Record<string, string> };

  it("name only npm scripts that exist", () => {
    const unknown = documents.flatMap(({ path: file, text }) =>
      [...text.matchAll(/`(?:[A-Z_]+=\S+ )*npm (?:run )?([a-z:-]+)[^`]*`/g)]
        .map((match) => match[1] ?? "")
        .filter((name) => !(name in scripts) && !["ci", "install", "audit"].includes(name))
        .map((name) => `${file}: npm ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it("name only paths that exist", () => {
    const names = new Set(listFiles().map((file) => path.basename(file)));
    const exists = (named: string, from: string) =>
      existsSync(path.join(projectRoot, named)) ||
      existsSync(path.join(projectRoot, path.dirname(from), named)) ||
      (!named.includes("/") && names.has(named));
    const unknown = documents.flatMap(({ path: file, text }) =>
      [...pathsNamedIn(text)].filter((named) => !exists(named, file)).map((named) => `${file}: ${named}`),
    );
    expect(unknown).toEqual([]);
  });

  it("explain exactly the environment variables that the server reads", () => {
    const read = [...readProjectFile("server/config.ts").matchAll(/\bvalue\("([A-Z][A-Z_0-9]+)"\)/g)].map(
      (match) => match[1],
    );
    const explained = [...readProjectFile("README.md").matchAll(/^\| `([A-Z][A-Z_0-9]+)` \|/gm)].map(
      (match) => match[1],
    );
    expect(new Set(explained)).toEqual(new Set(read));
  });
});

/** Paths in backticks or links that begin with a folder of the project; patterns and placeholders are left out. */
function pathsNamedIn(text: string): Set<string> {
  const named = [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s#]+)[^)]*\)/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const folders =
    /^(\.\/)?(bench|docs|domains|e2e|migrations|scripts|seeds|server|shared|test|web)\/|^[A-Za-z.-]+\.(md|json|sql|tsx?)$/;
  return new Set(named.filter((one) => folders.test(one) && !/[*<>{}:…]|NNN/.test(one)));
}
