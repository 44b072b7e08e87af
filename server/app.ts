import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { accountRoutes } from "#domains/accounts/server/routes.ts";
import { auditRoutes } from "#domains/audit/server/routes.ts";
import { dashboardRoutes } from "#domains/dashboard/server/routes.ts";
import { dispatchRoutes } from "#domains/dispatch/server/routes.ts";
import { documentChangeRoutes } from "#domains/documents/server/change-routes.ts";
import { documentRoutes } from "#domains/documents/server/routes.ts";
import { documentZipRoutes } from "#domains/documents/server/zip-uploads/zip-routes.ts";
import { expenseRoutes } from "#domains/expenses/server/routes.ts";
import { exportRoutes } from "#domains/exports/server/routes.ts";
import { fieldWorkRoutes } from "#domains/field-work/server/routes.ts";
import { importRoutes } from "#domains/imports/server/routes.ts";
import { leaseRoutes } from "#domains/leases/server/routes.ts";
import { postingRoutes } from "#domains/ledger/server/posting/posting-routes.ts";
import { receivablesRoutes } from "#domains/ledger/server/reports/reports-routes.ts";
import { ledgerRoutes } from "#domains/ledger/server/routes.ts";
import { statementRoutes } from "#domains/ledger/server/statements/statement-routes.ts";
import { monthEndRoutes } from "#domains/month-end/server/routes.ts";
import { preferenceRoutes } from "#domains/notifications/server/preference-routes.ts";
import { notificationRoutes } from "#domains/notifications/server/routes.ts";
import { bankDepositRoutes } from "#domains/payments/server/bank-deposits/bank-deposit-routes.ts";
import { paymentRoutes } from "#domains/payments/server/history/payment-routes.ts";
import { confirmationRoutes } from "#domains/payments/server/manual-payments/confirmation-routes.ts";
import { paymentInstructionsRoutes } from "#domains/payments/server/manual-payments/instructions-routes.ts";
import { payRoutes } from "#domains/payments/server/online-payments/pay-routes.ts";
import { sandboxRoutes } from "#domains/payments/server/online-payments/sandbox-routes.ts";
import { webhookRoutes as stripeRoutes } from "#domains/payments/server/online-payments/webhook-routes.ts";
import { receiptRoutes } from "#domains/payments/server/receipts/receipt-routes.ts";
import { staffPaymentRoutes } from "#domains/payments/server/staff-routes.ts";
import { peopleRoutes } from "#domains/people/server/routes.ts";
import { propertyRoutes } from "#domains/properties/server/routes.ts";
import { recoveryRoutes } from "#domains/recoveries/server/routes.ts";
import { reportRoutes } from "#domains/reports/server/routes.ts";
import { searchRoutes } from "#domains/search/server/routes.ts";
import { settingsRoutes } from "#domains/settings/server/routes.ts";
import { setupRoutes } from "#domains/setup/server/routes.ts";
import { systemRoutes } from "#domains/system/server/routes.ts";
import { webhookRoutes } from "#domains/webhooks/server/routes.ts";
import { watcherRoutes } from "#domains/work-orders/server/activity/watcher-routes.ts";
import { workOrderRoutes } from "#domains/work-orders/server/routes.ts";
import { savedViewRoutes } from "#domains/work-orders/server/saved-views/saved-view-routes.ts";
import { appointmentRoutes } from "#domains/work-orders/server/visits/appointment-routes.ts";
import { weekRoutes } from "#domains/work-orders/server/week/week-routes.ts";
import { AppError } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Services } from "./http/context.ts";
import { collectEndpoints, openApiDocument } from "./http/endpoints/openapi.ts";
import { installOverloadProtection } from "./http/protection/overload-protection.ts";
import { installSecurity, stripeSources } from "./http/protection/security.ts";
import { cookieName } from "./http/requests/session.ts";
import { installCompression } from "./http/serving/compression.ts";
import {
  handleUnreadableRequest,
  handleUnreadableUrl,
  installErrorHandler,
} from "./http/serving/error-responses.ts";
import { healthRoutes } from "./http/serving/health.ts";
import { installMetrics } from "./http/serving/metrics.ts";
import { installPages } from "./http/serving/pages.ts";
import { liveRules } from "./viewer-rules.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the user who sent the request, for the log. Null while signed out. */
    userId: number | null;
  }
  interface FastifyInstance {
    /** Every API endpoint. The OpenAPI document and the permission matrix are generated from this list. */
    endpoints: Endpoint[];
  }
}

/** The default limit for request bodies. */
const maxJsonBytes = 64 * 1024;
/** Deeper than any endpoint needs. */
const maxJsonDepth = 20;
const maxBodySeconds = 20;

export interface AppOptions {
  logger?: FastifyBaseLogger;
  webFolder?: string;
}

/**
 * Builds the plug-in tree. It is separate from the process so that tests can start it on their own database.
 */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // One log line per request, written with the response, instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.config.trustProxy.length === 0 ? false : services.config.trustProxy,
    bodyLimit: maxJsonBytes,
    // The limit for receiving a whole request. Photos over a slow connection take a while.
    requestTimeout: 180_000,
    connectionTimeout: 60_000,
    http: { headersTimeout: 15_000 },
    forceCloseConnections: "idle",
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 100 },
    exposeHeadRoutes: true,
    frameworkErrors: handleUnreadableUrl(services.config.publicUrl),
    clientErrorHandler: handleUnreadableRequest(services.config.publicUrl),
  }) as FastifyInstance;
  app.decorateRequest("userId", null);
  app.addHook("onResponse", (request, reply, done) => {
    const { userId } = request;
    request.log.info(
      { req: request, userId, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request",
    );
    done();
  });
  const endpoints = collectEndpoints(app);
  app.decorate("endpoints", endpoints);
  installErrorHandler(app);
  installSecurity(app, services.config.publicUrl);
  installCompression(app);
  installBodyReading(app);
  installOverloadProtection(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fieldSize: 64 * 1024, fields: 20, headerPairs: 100 },
    throwFileSizeLimit: true,
  });
  healthRoutes(app, services);
  installMetrics(app, services);
  settingsRoutes(app, services);
  auditRoutes(app, services);
  accountRoutes(app, services);
  peopleRoutes(app, services);
  propertyRoutes(app, services);
  leaseRoutes(app, services);
  ledgerRoutes(app, services);
  statementRoutes(app, services);
  receivablesRoutes(app, services);
  reportRoutes(app, services);
  postingRoutes(app, services);
  monthEndRoutes(app, services);
  expenseRoutes(app, services);
  recoveryRoutes(app, services);
  payRoutes(app, services);
  await stripeRoutes(app, services);
  sandboxRoutes(app, services);
  paymentRoutes(app, services);
  confirmationRoutes(app, services);
  receiptRoutes(app, services);
  staffPaymentRoutes(app, services);
  bankDepositRoutes(app, services);
  paymentInstructionsRoutes(app, services);
  documentRoutes(app, services);
  documentChangeRoutes(app, services);
  documentZipRoutes(app, services);
  setupRoutes(app, services);
  importRoutes(app, services);
  exportRoutes(app, services);
  workOrderRoutes(app, services);
  appointmentRoutes(app, services);
  weekRoutes(app, services);
  dispatchRoutes(app, services);
  fieldWorkRoutes(app, services);
  watcherRoutes(app, services);
  savedViewRoutes(app, services);
  dashboardRoutes(app, services);
  notificationRoutes(app, services, liveRules);
  await preferenceRoutes(app, services);
  systemRoutes(app, services);
  webhookRoutes(app, services);
  searchRoutes(app, services);
  let document: string | undefined;
  app.get("/api/openapi.json", (_, reply) => {
    document ??= JSON.stringify(
      openApiDocument(endpoints, { publicUrl: services.config.publicUrl, cookieName: cookieName(services) }),
    );
    return reply.type("application/json; charset=utf-8").send(document);
  });
  await installPages(app, services.cards?.kind === "stripe" ? stripeSources : {}, options.webFolder);
  return app;
}

/**
 * Parses bodies declared as JSON. Rejects NUL characters, which PostgreSQL's text type can't store, and deep
 * nesting, which is slow to parse. Slow bodies are interrupted.
 */
function installBodyReading(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    // Some clients declare JSON on a DELETE or a POST without a body.
    if (text === "") return done(null, undefined);
    if (text.includes("\\u0000"))
      return done(new AppError("invalid", "The request contains a character that isn't allowed."));
    if (isTooDeep(text)) return done(new AppError("invalid", "The request is nested too deeply."));
    void parseJson(request, text, done);
  });
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addHook("onRequest", async ({ method, headers }, reply) => {
    const hasBody = (headers["content-length"] ?? "0") !== "0" || headers["transfer-encoding"] !== undefined;
    if ((method !== "GET" && method !== "HEAD") || !hasBody) return;
    // The body isn't read, so the connection can't be used for another request.
    reply.header("connection", "close");
    throw new AppError("invalid", "This request can't have a body.");
  });
  app.addHook("preParsing", async (request, reply) => {
    const isUpload = request.headers["content-type"]?.startsWith("multipart/") ?? false;
    if (isUpload || request.method === "GET" || request.method === "HEAD") return;
    const timer = setTimeout(() => request.raw.destroy(), maxBodySeconds * 1000).unref();
    reply.raw.once("close", () => clearTimeout(timer));
    request.raw.once("end", () => clearTimeout(timer));
  });
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}
