import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, line } from "#shared/http/fields.ts";
import { ownColumns } from "./columns.ts";
import { listWorkOrders, personRef } from "./contract.ts";

/** More than anybody can tell apart. */
export const viewsMax = 50;

const {
  page: _page,
  pageSize: _pageSize,
  limit: _limit,
  cursor: _cursor,
  ids: _ids,
  unitId: _unitId,
  leaseId: _leaseId,
  ...filters
} = listWorkOrders.query.shape;

/** What a view may hold: the filters, search and order of the page, table or board, and the added columns, or none. */
export const viewQuery = z.object({
  ...filters,
  view: z.optional(z.literal("board", "view must be board.")),
  columns: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^(?:none|(?:${ownColumns.join("|")})(?:,(?:${ownColumns.join("|")})){0,4})$`),
          `columns must be none, or some of ${ownColumns.join(", ")}.`,
        ),
      ),
  ),
});

/** A named view of the list: own, or shared by somebody else. It holds filters, never orders, and grants no access. */
export const savedView = z.object({
  id: z.number(),
  name: z.string(),
  /** What the address of the list has after its question mark. */
  query: z.string(),
  isShared: z.boolean(),
  /** Whether the list begins with it for this user. */
  isDefault: z.boolean(),
  owner: personRef,
});
export type SavedView = z.infer<typeof savedView>;

const name = line(1, "Please write a name", 60);
const query = z.string("query must be text.").check(z.maxLength(4000, "This view is too long."));

export const listSavedViews = endpoint({
  method: "GET",
  path: "/api/saved-views",
  action: "work-orders.use-views",
  summary: "The user's own views of work orders, then those that others share with them, by name",
  response: z.array(savedView),
});

export const saveView = endpoint({
  method: "POST",
  path: "/api/saved-views",
  action: "work-orders.use-views",
  summary: `Save a view, at most ${viewsMax} a person`,
  body: z.object({ name, query }),
  response: savedView,
  status: 201,
});

export const editView = endpoint({
  method: "PATCH",
  path: "/api/saved-views/:id",
  action: "work-orders.use-views",
  summary: "Rename an own view, or change what it shows",
  params: byId,
  body: z.object({ name: z.optional(name), query: z.optional(query) }),
  response: savedView,
});

export const deleteView = endpoint({
  method: "DELETE",
  path: "/api/saved-views/:id",
  action: "work-orders.use-views",
  summary: "Delete an own view",
  params: byId,
  response: done,
});

export const shareView = endpoint({
  method: "PUT",
  path: "/api/saved-views/:id/sharing",
  action: "work-orders.share-views",
  summary:
    "Share an own view with staff, or not any more: an administrator's with all, a landlord's with those of the own buildings",
  params: byId,
  body: z.object({ isShared: z.boolean("isShared must be true or false.") }),
  response: savedView,
});

export const chooseDefaultView = endpoint({
  method: "PUT",
  path: "/api/saved-views/default",
  action: "work-orders.use-views",
  summary: "Choose the view with which the list begins for the user, or with null none",
  body: z.object({ viewId: z.nullable(id) }),
  response: done,
});
