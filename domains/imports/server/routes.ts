import { stringify } from "csv-stringify/sync";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { withIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import * as calls from "../contract.ts";
import { getImportKind, type ImportKindName } from "../import-kinds.ts";
import { checkTemplate } from "./check/check-import.ts";
import { correctImportRow } from "./check/correct-row.ts";
import { toRowsNotImported } from "./check/not-imported.ts";
import { matchImportColumns, readImportLayout } from "./columns/match-import.ts";
import { readUpload } from "./file/read-upload.ts";
import { deleteImport, storeFile } from "./file/store-file.ts";
import { findImport } from "./queries.ts";
import { findImportDetails, importErrors, imports } from "./read-imports.ts";
import { runImport } from "./write/run-import.ts";
import { undoImport } from "./write/undo-import.ts";

/** Registers the routes for templates, for checking a file, and for importing it. */
export function importRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readTemplate, (_, { params, reply }) =>
    sendTemplate(reply, params.file.replace(".csv", "") as ImportKindName),
  );
  route(app, services, calls.listImports, (ctx, input) => imports.readPage(ctx, input));
  route(app, services, calls.exportImports, (ctx, input) =>
    sendCsv(ctx, input, imports.toCsvTable(ctx, input.query)),
  );
  route(
    app,
    services,
    calls.checkImport,
    async (ctx, { request }) => {
      const { result, sha256 } = await readUpload(request, async (upload) => ({
        id: await storeFile(ctx, upload),
        kind: upload.kind,
      }));
      return inTransaction(ctx.db, async (db) => {
        const writeCtx = { ...ctx, db };
        return withIdempotencyKey(writeCtx, calls.checkImport, request, {
          content: { kind: result.kind, sha256 },
          run: () => checkTemplate(writeCtx, result.id),
          undo: () => deleteImport(ctx, result.id),
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, calls.readImport, (ctx, { params }) => findImportDetails(ctx, params.id));
  route(app, services, calls.readImportLayout, (ctx, { params }) => readImportLayout(ctx, params.id));
  route(app, services, calls.matchImportColumns, (ctx, { params, body }) =>
    matchImportColumns(ctx, params.id, body),
  );
  route(app, services, calls.correctImportRow, (ctx, { params, body }) =>
    correctImportRow(ctx, params, body),
  );
  route(app, services, calls.listImportErrors, async (ctx, input) => {
    const row = await findImport(ctx.db, ctx.actor.accessScope, input.params.id);
    return importErrors(row).readPage(ctx, input);
  });
  route(app, services, calls.exportRowsNotImported, async (ctx, { params, reply }) => {
    const row = await findImport(ctx.db, ctx.actor.accessScope, params.id);
    return sendCsv(ctx, { reply, query: {} }, await toRowsNotImported(ctx, row));
  });
  route(app, services, calls.undoImport, (ctx, { params }) => undoImport(ctx, params.id));
  route(app, services, calls.runImport, (ctx, { params, body }) => runImport(ctx, params.id, body));
}

/**
 * Sends the columns of a type with two example rows. The byte order mark makes spreadsheets read it as UTF-8.
 */
async function sendTemplate(reply: FastifyReply, kind: ImportKindName): Promise<typeof sent> {
  const { columns } = getImportKind(kind);
  const records = [
    columns.map(({ header }) => header),
    columns.map(({ examples }) => examples[0]),
    columns.map(({ examples }) => examples[1]),
  ];
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${kind}.csv"`)
    .send(`\uFEFF${stringify(records, { record_delimiter: "windows" })}`);
  return sent;
}
