import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { parseInput, route } from "#server/http/endpoints/route.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import * as calls from "../contract.ts";
import { sendDocumentFile } from "./downloads/send-document-file.ts";
import { readDocument } from "./read-document.ts";
import { documents } from "./search/list.ts";
import { receiveFile, writeUpload } from "./uploads/receive-file.ts";
import { uploadDocument } from "./uploads/upload-document.ts";

/** Registers the routes for finding, reading, and uploading documents (API-20, API-21). */
export function documentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listDocuments, (ctx, input) => documents.readPage(ctx, input));
  route(app, services, calls.exportDocuments, (ctx, input) =>
    sendCsv(ctx, input, documents.toCsvTable(ctx, input.query)),
  );
  route(
    app,
    services,
    calls.createDocument,
    async (ctx, { request }) => {
      const { fields, upload } = await receiveFile(ctx, request);
      const body = parseInput(calls.documentForm, fields) as BodyOf<typeof calls.createDocument>;
      return writeUpload(ctx, request, calls.createDocument, {
        upload,
        fields: body,
        write: (writeCtx) => uploadDocument(writeCtx, body, upload),
      });
    },
    { transaction: "manual" },
  );
  route(app, services, calls.readDocument, (ctx, { params }) => readDocument(ctx, params.id));
  route(app, services, calls.readFile, (ctx, { params, query, request, reply }) =>
    sendDocumentFile(ctx, { request, reply }, { id: params.id, kind: query.for ?? "download" }),
  );
  route(app, services, calls.readEarlierFile, (ctx, { params, query, request, reply }) =>
    sendDocumentFile(ctx, { request, reply }, { ...params, kind: query.for ?? "download" }),
  );
}
