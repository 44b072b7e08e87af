import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { readLastBackup } from "#server/backup/last-backup.ts";
import { getPoolFigures } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { isSameSecret } from "#server/same-secret.ts";
import { readSystemFigures } from "#server/system-figures.ts";
import { notFound, unauthenticated } from "#shared/errors.ts";

/**
 * Serves Prometheus metrics at `/metrics` to clients that send METRICS_TOKEN. They cover this process
 * (requests, connection pool, event streams) and the database that all instances share. Without
 * METRICS_TOKEN, the endpoint doesn't exist.
 */
export function installMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config;
  if (metricsToken === undefined) {
    app.get("/metrics", () => {
      throw notFound("address");
    });
    return;
  }
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const createGauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by route and status, without event streams",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const streams = createGauge("portal_event_streams", "Open event streams of this process");
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.config.endpoint?.responseKind !== "events") return;
    streams.inc();
    reply.raw.once("close", () => streams.dec());
  });
  app.addHook(
    "onResponse",
    async ({ method, routeOptions: { config, url } }, { statusCode, elapsedTime }) => {
      if (config.endpoint?.responseKind !== "events")
        durations.observe({ method, route: url ?? "none", status: statusCode }, elapsedTime / 1000);
    },
  );

  const pool = createGauge("portal_pool_connections", "Connections to the database", ["state"]);
  const poolWaiting = createGauge(
    "portal_pool_waiting",
    "Statements and transactions waiting for a connection",
  );
  const databaseUp = createGauge("portal_database_up", "1 while the database responds");
  const size = createGauge("portal_database_size_bytes", "Size of the database");
  const jobs = createGauge("portal_jobs", "Jobs by state; failed jobs aren't retried automatically", [
    "state",
  ]);
  const oldestJob = createGauge(
    "portal_jobs_oldest_seconds",
    "How long the oldest job has waited for a worker",
  );
  const emails = createGauge("portal_emails", "Unsent emails by state", ["state"]);
  const lastBackup = createGauge(
    "portal_last_backup_timestamp_seconds",
    "Time of the latest completed backup",
  );
  const oldestEmail = createGauge("portal_emails_oldest_seconds", "Age of the oldest pending email");

  function updatePoolGauges(): void {
    const { open, idle, waiting } = getPoolFigures(services.db);
    pool.set({ state: "used" }, open - idle);
    pool.set({ state: "idle" }, idle);
    poolWaiting.set(waiting);
  }

  async function updateDatabaseGauges(): Promise<void> {
    const results = await Promise.all([readSystemFigures(services.db), readLastBackup(services.db)]).catch(
      (error: unknown) => {
        services.log.warn({ err: error }, "The database metrics couldn't be read.");
        return null;
      },
    );
    databaseUp.set(results === null ? 0 : 1);
    if (results === null) return;
    const [figures, { made }] = results;
    if (made !== null) lastBackup.set(made.at.getTime() / 1000);
    size.set(figures.databaseBytes);
    jobs.set({ state: "waiting" }, figures.jobsWaiting);
    jobs.set({ state: "running" }, figures.jobsRunning);
    jobs.set({ state: "failed" }, figures.jobsFailed);
    oldestJob.set(figures.oldestJobSeconds);
    emails.set({ state: "waiting" }, figures.emailsPending);
    emails.set({ state: "failed" }, figures.emailsFailed);
    oldestEmail.set(figures.oldestEmailSeconds);
  }

  app.get("/metrics", async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? "", `Bearer ${metricsToken}`)) throw unauthenticated();
    // Comes first because reading the database's figures uses the pool.
    updatePoolGauges();
    await updateDatabaseGauges();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
