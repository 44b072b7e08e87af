import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { unavailable } from "#shared/errors.ts";

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
