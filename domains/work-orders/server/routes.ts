import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import { withIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { removeImages, type StoredImage } from "#server/integrations/files/images.ts";
import {
  addPhotos,
  assignWorkOrder,
  changeStatus as changeStatusEndpoint,
  comment,
  createWorkOrder,
  deleteWorkOrder,
  editWorkOrder,
  exportWorkOrders,
  listAssignableTeams,
  listAssignees,
  listWorkOrders,
  readHistory,
  readWorkOrder,
  setDueDate,
  sign,
} from "../contract.ts";
import {
  addFiles,
  readDeletedWorkOrder,
  readPhoto,
  readSignature,
  readWorkOrderFile,
  removeFile,
  removePhoto,
  tagPhoto,
  verifyRecords,
} from "../files-contract.ts";
import { addComment } from "./activity/comment.ts";
import { getHistory } from "./activity/history.ts";
import { changeAssignment, findAssignees } from "./assignment/assign.ts";
import { findTeams } from "./assignment/teams.ts";
import {
  addWorkOrderPhotos,
  lockForPhotos,
  readPhotoForm,
  removeWorkOrderPhoto,
  tagWorkOrderPhoto,
} from "./attachments/photos.ts";
import { sendPhoto, sendSignature } from "./attachments/send-images.ts";
import {
  addWorkOrderFiles,
  readFileForm,
  removeWorkOrderFile,
  sendWorkOrderFile,
} from "./attachments/work-order-files.ts";
import { changeDueDate } from "./changes/change-due-date.ts";
import { changeStatus } from "./changes/change-status.ts";
import { markAsDeleted } from "./changes/delete.ts";
import { updateWorkOrder } from "./changes/edit.ts";
import { workOrderList } from "./list/list.ts";
import { presentWorkOrder } from "./present.ts";
import { findDeletedWorkOrder, findWorkOrder, lockWorkOrder } from "./queries.ts";
import { reportProblem } from "./report/report-problem.ts";
import { assertCanReport, withCurrentActor } from "./report/reporter.ts";
import { readSignatureImage, signWorkOrder } from "./signatures/sign.ts";
import { verifyWorkOrder } from "./signatures/verify.ts";
import { workRoutes } from "./work-steps/routes.ts";

/** Registers the work order routes (API-14 to API-19; requirements, "Calls beyond the rows"). */
export function workOrderRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listWorkOrders, (ctx, input) => workOrderList.readPage(ctx, input));
  route(app, services, exportWorkOrders, (ctx, input) =>
    sendCsv(ctx, input, workOrderList.toCsvTable(ctx, input.query)),
  );
  route(
    app,
    services,
    createWorkOrder,
    async (ctx, { request }) => {
      const { actor } = ctx;
      await assertCanReport(ctx);
      const { body, photos } = await readPhotoForm(ctx, request, createWorkOrder);
      const isActorCurrent = actor.membership === "active" && !request.isMultipart();
      return inTransaction(ctx.db, async (db) => {
        const txCtx = { ...ctx, db };
        const writeCtx = isActorCurrent ? txCtx : await withCurrentActor(txCtx);
        return withIdempotencyKey(writeCtx, createWorkOrder, request, {
          content: { ...body, photos: listHashes(photos) },
          run: () => reportProblem(writeCtx, body, photos),
          undo: () => removeImages(ctx, photos),
        });
      });
    },
    { transaction: "manual" },
  );
  route(
    app,
    services,
    addPhotos,
    async (ctx, { params, request }) => {
      await lockForPhotos(ctx, params.id, 1);
      const { body, photos } = await readPhotoForm(ctx, request, addPhotos);
      return inTransaction(ctx.db, async (db) => {
        const writeCtx = await withCurrentActor({ ...ctx, db });
        return withIdempotencyKey(writeCtx, addPhotos, request, {
          // A phone can change a photo's label before it retries the request.
          content: { photos: listHashes(photos) },
          run: () => addWorkOrderPhotos(writeCtx, params.id, { photos, label: body.label || null }),
          undo: () => removeImages(ctx, photos),
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, tagPhoto, (ctx, { params, body }) =>
    tagWorkOrderPhoto(ctx, params.id, { imageId: params.imageId, label: body.label }),
  );
  route(app, services, removePhoto, (ctx, { params }) =>
    removeWorkOrderPhoto(ctx, params.id, params.imageId),
  );
  route(
    app,
    services,
    addFiles,
    async (ctx, { params, request }) => {
      // Checks access before receiving the upload.
      await lockWorkOrder(ctx, params.id);
      const { body, files } = await readFileForm(ctx, request);
      return inTransaction(ctx.db, async (db) => {
        const writeCtx = await withCurrentActor({ ...ctx, db });
        return withIdempotencyKey(writeCtx, addFiles, request, {
          content: { ...body, files: listHashes(files) },
          run: () => addWorkOrderFiles(writeCtx, params.id, { files, body }),
          undo: async () => {
            for (const { file } of files) await ctx.files.remove(file.key);
          },
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, removeFile, (ctx, { params }) => removeWorkOrderFile(ctx, params.id, params.fileId));
  route(app, services, readWorkOrderFile, (ctx, { params, request, reply }) =>
    sendWorkOrderFile(ctx, { request, reply }, params.id, params.fileId),
  );
  route(app, services, readWorkOrder, async (ctx, { params }) => {
    const { actor, db, now } = ctx;
    return presentWorkOrder(await findWorkOrder(db, actor.accessScope, params.id), actor, now);
  });
  route(app, services, changeStatusEndpoint, (ctx, { params, body, request }) =>
    changeStatus(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, editWorkOrder, (ctx, { params, body, request }) =>
    updateWorkOrder(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, deleteWorkOrder, async (ctx, { params }) => {
    await markAsDeleted(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, readDeletedWorkOrder, async (ctx, { params }) => {
    const { actor, db, now } = ctx;
    return presentWorkOrder(await findDeletedWorkOrder(db, actor.accessScope, params.id), actor, now);
  });
  route(app, services, assignWorkOrder, (ctx, { params, body, request }) =>
    changeAssignment(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, setDueDate, (ctx, { params, body, request }) =>
    changeDueDate(ctx, params.id, body.dueAt, readExpectedVersion(request, body)),
  );
  route(app, services, listAssignees, async (ctx, { params }) => {
    const order = await findWorkOrder(ctx.db, ctx.actor.accessScope, params.id);
    return findAssignees(ctx, order.property_id);
  });
  route(app, services, listAssignableTeams, async (ctx, { params }) => {
    const order = await findWorkOrder(ctx.db, ctx.actor.accessScope, params.id);
    return findTeams(ctx, order.property_id);
  });
  route(app, services, readHistory, (ctx, { params }) => getHistory(ctx, params.id));
  route(app, services, comment, (ctx, { params, body }) =>
    addComment(ctx, params.id, { text: body.text, internal: body.internal ?? false }),
  );
  route(
    app,
    services,
    sign,
    async (ctx, { params, body, request }) => {
      const image = await readSignatureImage(body.signature);
      return inTransaction(ctx.db, (db) => {
        const writeCtx = { ...ctx, db };
        return withIdempotencyKey(writeCtx, sign, request, {
          content: body,
          run: () => signWorkOrder(writeCtx, params.id, body, image, readExpectedVersion(request, body)),
        });
      });
    },
    { transaction: "manual" },
  );
  workRoutes(app, services);
  route(app, services, verifyRecords, (ctx, { params }) => verifyWorkOrder(ctx, params.id));
  route(app, services, readPhoto, (ctx, { params, query, request, reply }) =>
    sendPhoto(ctx, { request, reply }, params.id, params.imageId, query.size ?? "full"),
  );
  route(app, services, readSignature, (ctx, { params, request, reply }) =>
    sendSignature(ctx, { request, reply }, params.id, params.signatureId),
  );
}

const listHashes = (storedFiles: readonly Pick<StoredImage, "file">[]) =>
  storedFiles.map(({ file }) => file.sha256.toString("hex"));
