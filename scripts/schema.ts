/* `npm run schema`: rewrites migrations/schema.sql and server/db/tables.ts from the migrations. */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describeSchema, describeTables } from "#server/db/describe-schema.ts";
import { projectRoot } from "#server/project-root.ts";
import { withEmptyDatabase } from "#test/database.ts";

await withEmptyDatabase(async (client) => {
  await writeFile(path.join(projectRoot, "migrations/schema.sql"), await describeSchema(client));
  await writeFile(path.join(projectRoot, "server/db/tables.ts"), await describeTables(client));
});
execFileSync("npx", ["biome", "format", "--write", "server/db/tables.ts"], {
  cwd: projectRoot,
  stdio: "inherit",
});
