import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { unavailable } from "#shared/errors.ts";
import type { Services } from "./context.ts";

/** `/healthz`: the process is running. `/readyz`: the database responds as well. */
export function healthRoutes(app: FastifyInstance, { db }: Services): void {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw unavailable("The database isn't reachable.");
    }
    return { status: "ready" };
  });
}
