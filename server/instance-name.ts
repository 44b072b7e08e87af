import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { projectRoot } from "./project-root.ts";

export const portalVersion = (
  JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as { version: string }
).version;

/**
 * The name of this process's database connections, which the System page uses to list the instances.
 * PostgreSQL truncates it to 63 bytes.
 */
export const instanceName = `portal live ${portalVersion} ${hostname()}:${process.pid}`.slice(0, 63);
