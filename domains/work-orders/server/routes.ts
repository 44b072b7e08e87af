import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { withIdempotencyKey } from "#server/http/idempotency.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { type KeptPicture, removePictures } from "#server/integrations/pictures.ts";
import {
  addPhotos,
  assignWorkOrder,
  changeStatus as changeStatusCall,
  comment,
  createWorkOrder,
  deleteWorkOrder,
  editWorkOrder,
  exportWorkOrders,
  listAssignees,
  listTeamsFor,
  listWorkOrders,
  readHistory,
  readWorkOrder,
  removePhoto,
  setDueTime,
  sign,
} from "../contract.ts";
import {
  addFiles,
  readDeletedOrder,
  readImage,
  readOrderFile,
  readSignature,
  removeFile,
  verify,
} from "../files-contract.ts";
import { readMyDay } from "../my-day-contract.ts";
import { assigneesFor, assignOrder } from "./assign.ts";
import { changeStatus } from "./change-status.ts";
import { commentOn } from "./comment.ts";
import { deleteOrder } from "./delete.ts";
import { editOrder } from "./edit.ts";
import { sendPhoto, sendSignature } from "./files.ts";
import { readHistoryOf } from "./history.ts";
import { workOrders } from "./list.ts";
import { readMyDayOf } from "./my-day.ts";
import { addFilesTo, readFilesForm, removeFileOf, sendOrderFile } from "./order-files.ts";
import { readPhotoForm } from "./photo-form.ts";
import { addPhotosTo, lockForPhotos, removePhotoOf } from "./photos.ts";
import { presentOrder } from "./present.ts";
import { findDeletedOrder, findOrder, lockOrder } from "./queries.ts";
import { reportFault } from "./report-fault.ts";
import { refuseWithoutMembership, withCurrentActor } from "./reporter.ts";
import { setDue } from "./set-due.ts";
import { readSignatureImage, signOrder } from "./sign.ts";
import { teamsFor } from "./teams.ts";
import { verifyOrder } from "./verify.ts";
import { workRoutes } from "./work-routes.ts";

/** Binds the calls of work orders (API-14 to API-19; requirements, "Calls beyond the rows"). */
export function workOrderRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listWorkOrders, (ctx, input) => workOrders.response(signedIn(ctx), input));
  route(app, services, exportWorkOrders, (ctx, input) =>
    sendCsv(signedIn(ctx), input, workOrders.table(signedIn(ctx), input.query)),
  );
  route(
    app,
    services,
    createWorkOrder,
    async (ctx, { request }) => {
      const { actor } = signedIn(ctx);
      await refuseWithoutMembership(signedIn(ctx));
      const { body, photos } = await readPhotoForm(ctx, request, createWorkOrder);
      const isOfNow = actor.membership === "active" && !request.isMultipart();
      return inTransaction(ctx.db, async (db) => {
        const then = signedIn({ ...ctx, db });
        const writing = isOfNow ? then : await withCurrentActor(then);
        return withIdempotencyKey(writing, createWorkOrder, request, {
          content: { ...body, photos: hashesOf(photos) },
          run: () => reportFault(writing, body, photos),
          takeBack: () => removePictures(ctx, photos),
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
      await lockForPhotos(signedIn(ctx), params.id, 1);
      const { body, photos } = await readPhotoForm(ctx, request, addPhotos);
      return inTransaction(ctx.db, async (db) => {
        const writing = await withCurrentActor(signedIn({ ...ctx, db }));
        return withIdempotencyKey(writing, addPhotos, request, {
          content: { ...body, photos: hashesOf(photos) },
          run: () => addPhotosTo(writing, params.id, { photos, label: body.label || null }),
          takeBack: () => removePictures(ctx, photos),
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, removePhoto, (ctx, { params }) =>
    removePhotoOf(signedIn(ctx), params.id, params.imageId),
  );
  route(
    app,
    services,
    addFiles,
    async (ctx, { params, request }) => {
      // Before an upload is received for nothing.
      await lockOrder(signedIn(ctx), params.id);
      const { body, files } = await readFilesForm(signedIn(ctx), request);
      return inTransaction(ctx.db, async (db) => {
        const writing = await withCurrentActor(signedIn({ ...ctx, db }));
        return withIdempotencyKey(writing, addFiles, request, {
          content: { ...body, files: hashesOf(files) },
          run: () => addFilesTo(writing, params.id, { files, body }),
          takeBack: async () => {
            for (const { file } of files) await ctx.files.remove(file.key);
          },
        });
      });
    },
    { transaction: "manual" },
  );
  route(app, services, removeFile, (ctx, { params }) =>
    removeFileOf(signedIn(ctx), params.id, params.fileId),
  );
  route(app, services, readOrderFile, (ctx, { params, request, reply }) =>
    sendOrderFile(signedIn(ctx), { request, reply }, params.id, params.fileId),
  );
  route(app, services, readMyDay, (ctx) => readMyDayOf(signedIn(ctx)));
  route(app, services, readWorkOrder, async (ctx, { params }) => {
    const { actor, db, now } = signedIn(ctx);
    return presentOrder(await findOrder(db, actor.accessScope, params.id), actor, now);
  });
  route(app, services, changeStatusCall, (ctx, { params, body, request }) =>
    changeStatus(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
  route(app, services, editWorkOrder, (ctx, { params, body, request }) =>
    editOrder(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
  route(app, services, deleteWorkOrder, async (ctx, { params }) => {
    await deleteOrder(signedIn(ctx), params.id);
    return { success: true as const };
  });
  route(app, services, readDeletedOrder, async (ctx, { params }) => {
    const { actor, db, now } = signedIn(ctx);
    return presentOrder(await findDeletedOrder(db, actor.accessScope, params.id), actor, now);
  });
  route(app, services, assignWorkOrder, (ctx, { params, body, request }) =>
    assignOrder(signedIn(ctx), params.id, body, seenVersion(request, body)),
  );
  route(app, services, setDueTime, (ctx, { params, body, request }) =>
    setDue(signedIn(ctx), params.id, body.dueAt, seenVersion(request, body)),
  );
  route(app, services, listAssignees, async (ctx, { params }) => {
    const order = await findOrder(ctx.db, signedIn(ctx).actor.accessScope, params.id);
    return assigneesFor(signedIn(ctx), order.property_id);
  });
  route(app, services, listTeamsFor, async (ctx, { params }) => {
    const order = await findOrder(ctx.db, signedIn(ctx).actor.accessScope, params.id);
    return teamsFor(signedIn(ctx), order.property_id);
  });
  route(app, services, readHistory, (ctx, { params }) => readHistoryOf(signedIn(ctx), params.id));
  route(app, services, comment, (ctx, { params, body }) =>
    commentOn(signedIn(ctx), params.id, { text: body.text, internal: body.internal ?? false }),
  );
  route(
    app,
    services,
    sign,
    async (ctx, { params, body, request }) => {
      const image = await readSignatureImage(body.signature);
      return inTransaction(ctx.db, (db) => {
        const writing = signedIn({ ...ctx, db });
        return withIdempotencyKey(writing, sign, request, {
          content: body,
          run: () => signOrder(writing, params.id, body, image, seenVersion(request, body)),
        });
      });
    },
    { transaction: "manual" },
  );
  workRoutes(app, services);
  route(app, services, verify, (ctx, { params }) => verifyOrder(signedIn(ctx), params.id));
  route(app, services, readImage, (ctx, { params, query, request, reply }) =>
    sendPhoto(signedIn(ctx), { request, reply }, params.id, params.imageId, query.size ?? "full"),
  );
  route(app, services, readSignature, (ctx, { params, request, reply }) =>
    sendSignature(signedIn(ctx), { request, reply }, params.id, params.signatureId),
  );
}

const hashesOf = (kept: readonly Pick<KeptPicture, "file">[]) =>
  kept.map(({ file }) => file.sha256.toString("hex"));
