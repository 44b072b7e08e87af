import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { parseInput, route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import * as calls from "../contract.ts";
import { addFile } from "./changes/add-file.ts";
import { editDocument } from "./changes/edit-document.ts";
import { restoreFile } from "./changes/restore-file.ts";
import { assertDocumentVisible, downloads } from "./downloads/list-downloads.ts";
import { trashedDocuments } from "./trash/list-trash.ts";
import { restoreDocument } from "./trash/restore-document.ts";
import { trashDocument } from "./trash/trash-document.ts";
import { receiveFile, writeUpload } from "./uploads/receive-file.ts";

/**
 * Registers the routes for changing documents and their files, for the trash, and for the list of downloads.
 */
export function documentChangeRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.editDocument, (ctx, { params, body, request }) =>
    editDocument(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(
    app,
    services,
    calls.addFile,
    async (ctx, { params, request }) => {
      const { fields, upload } = await receiveFile(ctx, request);
      const body = parseInput(calls.addFile.body, fields) as BodyOf<typeof calls.addFile>;
      return writeUpload(ctx, request, calls.addFile, {
        upload,
        fields: body,
        write: (writeCtx) => addFile(writeCtx, params.id, body, upload),
      });
    },
    { transaction: "manual" },
  );
  route(app, services, calls.restoreFile, (ctx, { params, request }) =>
    restoreFile(ctx, params, readExpectedVersion(request)),
  );
  route(app, services, calls.trashDocument, async (ctx, { params, request }) => {
    await trashDocument(ctx, params.id, readExpectedVersion(request));
    return { success: true as const };
  });
  route(app, services, calls.restoreDocument, (ctx, { params, request }) =>
    restoreDocument(ctx, params.id, readExpectedVersion(request)),
  );
  route(app, services, calls.listTrash, (ctx, input) => trashedDocuments.readPage(ctx, input));
  route(app, services, calls.exportTrash, (ctx, input) =>
    sendCsv(ctx, input, trashedDocuments.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.listDownloads, async (ctx, { params: { id }, query, request, reply }) => {
    await assertDocumentVisible(ctx, id);
    return downloads.readPage(ctx, { query: { ...query, documentId: id }, request, reply });
  });
  route(app, services, calls.exportDownloads, async (ctx, input) => {
    const { id } = input.params;
    await assertDocumentVisible(ctx, id);
    const table = downloads.toCsvTable(ctx, { documentId: id });
    return sendCsv(ctx, input, { ...table, name: `${table.name}-${id}` });
  });
}
