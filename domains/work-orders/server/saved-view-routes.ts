import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import {
  chooseDefaultView,
  deleteView,
  editView,
  listSavedViews,
  saveView,
  shareView,
} from "../views-contract.ts";
import { addView, changeView, chooseDefault, deleteOwnView, shareOwnView, viewsOf } from "./saved-views.ts";

/** Binds the calls about saved views of the list. */
export function savedViewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listSavedViews, (ctx) => viewsOf(signedIn(ctx)));
  route(app, services, saveView, (ctx, { body }) => addView(signedIn(ctx), body));
  route(app, services, editView, (ctx, { params, body }) => changeView(signedIn(ctx), params.id, body));
  route(app, services, deleteView, async (ctx, { params }) => {
    await deleteOwnView(signedIn(ctx), params.id);
    return { success: true as const };
  });
  route(app, services, shareView, (ctx, { params, body }) =>
    shareOwnView(signedIn(ctx), params.id, body.isShared),
  );
  route(app, services, chooseDefaultView, async (ctx, { body }) => {
    await chooseDefault(signedIn(ctx), body.viewId);
    return { success: true as const };
  });
}
