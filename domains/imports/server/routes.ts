import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { withIdempotencyKey } from "#server/http/idempotency.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../contract.ts";
import type { KindName } from "../import-kinds.ts";
import { examineRows, forgetImport, keepRows } from "./check-import.ts";
import { findImport } from "./queries.ts";
import { errorsOf, imports, readImportOf } from "./read-imports.ts";
import { readUpload } from "./read-upload.ts";
import { runImport } from "./run-import.ts";
import { sendTemplate } from "./template.ts";

/** Binds templates, checking a file, and writing it. */
export function importRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readTemplate, (_, { params, reply }) =>
    sendTemplate(reply, params.file.replace(".csv", "") as KindName),
  );
  route(app, services, calls.listImports, (ctx, input) => imports.response(signedIn(ctx), input));
  route(app, services, calls.exportImports, (ctx, input) =>
    sendCsv(signedIn(ctx), input, imports.table(signedIn(ctx), input.query)),
  );
  route(
    app,
    services,
    calls.checkImport,
    async (ctx, { request }) => {
      const { taken, sha256 } = await readUpload(request, async (upload) => ({
        id: await keepRows(signedIn(ctx), upload),
        kind: upload.kind,
      }));
      return ctx.db.transaction().execute(async (db) => {
        const then = signedIn({ ...ctx, db });
        return withIdempotencyKey(then, calls.checkImport, request, {
          content: { kind: taken.kind, sha256 },
          run: () => examineRows(then, taken.id),
          takeBack: () => forgetImport(signedIn(ctx), taken.id),
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, calls.readImport, (ctx, { params }) => readImportOf(signedIn(ctx), params.id));
  route(app, services, calls.listImportErrors, async (ctx, input) => {
    const { id } = await findImport(ctx.db, signedIn(ctx).actor.accessScope, input.params.id);
    return errorsOf(id).response(signedIn(ctx), input);
  });
  route(app, services, calls.exportImportErrors, async (ctx, { params, reply }) => {
    const { id } = await findImport(ctx.db, signedIn(ctx).actor.accessScope, params.id);
    return sendCsv(signedIn(ctx), { reply, query: {} }, errorsOf(id).table(signedIn(ctx), {}));
  });
  route(app, services, calls.runImport, (ctx, { params }) => runImport(signedIn(ctx), params.id));
}
