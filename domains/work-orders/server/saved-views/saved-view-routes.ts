import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import {
  deleteView,
  listSavedViews,
  saveView,
  setDefaultView,
  shareView,
  updateView,
} from "../../views-contract.ts";
import {
  changeView,
  createView,
  getViews,
  removeView,
  saveDefaultView,
  setViewSharing,
} from "./saved-views.ts";

/** Registers the saved view routes. */
export function savedViewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listSavedViews, (ctx) => getViews(ctx));
  route(app, services, saveView, (ctx, { body }) => createView(ctx, body));
  route(app, services, updateView, (ctx, { params, body }) => changeView(ctx, params.id, body));
  route(app, services, deleteView, async (ctx, { params }) => {
    await removeView(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, shareView, (ctx, { params, body }) => setViewSharing(ctx, params.id, body.isShared));
  route(app, services, setDefaultView, async (ctx, { body }) => {
    await saveDefaultView(ctx, body.viewId);
    return { success: true as const };
  });
}
