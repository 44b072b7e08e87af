import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { projectRoot } from "./project-root.ts";

export const portalVersion = (
  JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as { version: string }
).version;

/**
 * The name of this process among those of the database, in which the System page finds the instances. PostgreSQL keeps 63
 * bytes of it.
 */
export const thisInstance = `portal live ${portalVersion} ${hostname()}:${process.pid}`.slice(0, 63);
