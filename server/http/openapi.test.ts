import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startPortal } from "#test/portal.ts";

const publicUrl = "https://portal.example.org";
const linter = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** Returns the linter's report with one line per problem. */
const lint = (file: string): Promise<string> =>
  new Promise((resolve) =>
    execFile(
      process.execPath,
      [linter, "lint", file, "--extends", "recommended", "--format", "codeframe", "--max-problems", "20"],
      { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
      (_, report, errors) => resolve(report + errors),
    ),
  );

// Its warnings remain: the router prefers the path below /api/imports without a parameter, and the parsed cap
// of late fees has no schema.
test("the OpenAPI document passes the linter's recommended rules and contains the portal's URL", async () => {
  const portal = await startPortal({ PUBLIC_URL: publicUrl });
  const { body } = await portal.call("GET", "/api/openapi.json");
  await portal.close();
  const document = JSON.parse(body);
  expect(document.servers).toEqual([{ url: publicUrl }]);
  expect(document.components.securitySchemes.session).toMatchObject({ name: "__Host-portal_session" });
  expect(document.paths["/api/login"].post.security).toEqual([]);
  expect(document.paths["/api/login"].post.responses["429"]).toEqual({
    $ref: "#/components/responses/too_many",
  });
  expect(document.paths["/api/me"].get.security).toBeUndefined();
  expect(Object.keys(document.paths["/api/config"].get.responses)).toEqual(["200", "400", "503", "default"]);
  const folder = await mkdtemp(path.join(tmpdir(), "portal-openapi-"));
  const file = path.join(folder, "openapi.json");
  await writeFile(file, body);
  const report = await lint(file);
  await rm(folder, { recursive: true });
  expect(report).toContain("Your API description is valid.");
}, 60_000);
