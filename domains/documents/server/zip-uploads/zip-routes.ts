import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { parseInput, route } from "#server/http/endpoints/route.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import * as calls from "../../zip-contract.ts";
import { createDocuments } from "./create-documents.ts";
import { matchFiles } from "./match-files.ts";
import { withZip, type ZipEntry } from "./open-zip.ts";

/** Registers the routes for reading a ZIP and for creating documents from its files. */
export function documentZipRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    services,
    calls.readZip,
    (ctx, { request }) => receiveZip(ctx, request, (entries) => matchFiles(ctx, entries)),
    { transaction: "manual" },
  );
  route(
    app,
    services,
    calls.createZipDocuments,
    (ctx, { request }) =>
      receiveZip(ctx, request, (entries, fields) => {
        const body = parseInput(calls.createZipDocuments.body, fields);
        return createDocuments(ctx, entries, (body as BodyOf<typeof calls.createZipDocuments>).rows);
      }),
    { transaction: "manual" },
  );
}

/** Receives the ZIP of the form, which is deleted when `run` has finished. */
async function receiveZip<Result>(
  ctx: SignedInCtx,
  request: FastifyRequest,
  run: (entries: ZipEntry[], fields: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw invalid({ file: calls.zipMessages.missing });
  let outcome: { result: Result } | undefined;
  await readForm(ctx, request, {
    ...calls.readZip.files,
    messages: calls.zipMessages,
    onFile: async (file, fields) => {
      outcome = { result: await withZip(file.path, (entries) => run(entries, fields)) };
    },
  });
  if (outcome === undefined) throw invalid({ file: calls.zipMessages.missing });
  return outcome.result;
}
