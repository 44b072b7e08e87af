import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, line } from "#shared/http/fields.ts";
import { listWorkOrders, personRef } from "./contract.ts";

/** Columns a user can add to the list's seven default columns. */
const optionalColumns = ["property", "assignee", "priority", "due", "age"] as const;

/** The limit of saved views per person. */
export const maxViews = 50;

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

/** The parameters a view can store: filters, search, sort, table or board, and added columns (or none). */
export const viewQuery = z.object({
  ...filters,
  view: z.optional(z.literal("board", "view must be board.")),
  columns: z.optional(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^(?:none|(?:${optionalColumns.join("|")})(?:,(?:${optionalColumns.join("|")})){0,4})$`),
          `columns must be none, or some of ${optionalColumns.join(", ")}.`,
        ),
      ),
  ),
});

/**
 * A named view of the list, either the user's own or one shared with them. It stores filters, not work
 * orders, and grants no access.
 */
export const savedView = z.object({
  id: z.number(),
  name: z.string(),
  /** The query string of the list's URL. */
  query: z.string(),
  isShared: z.boolean(),
  /** Whether the list opens with this view for this user. */
  isDefault: z.boolean(),
  owner: personRef,
});
export type SavedView = z.infer<typeof savedView>;

const name = line(1, "Please enter a name", 60);
const query = z.string("query must be text.").check(z.maxLength(4000, "This view is too long."));

export const listSavedViews = endpoint({
  method: "GET",
  path: "/api/saved-views",
  action: "work-orders.use-views",
  summary: "List your saved views, then those shared with you, by name",
  response: z.array(savedView),
});

export const saveView = endpoint({
  method: "POST",
  path: "/api/saved-views",
  action: "work-orders.use-views",
  summary: `Save a view (up to ${maxViews} per person)`,
  body: z.object({ name, query }),
  response: savedView,
  status: 201,
});

export const updateView = endpoint({
  method: "PATCH",
  path: "/api/saved-views/:id",
  action: "work-orders.use-views",
  summary: "Update one of your views",
  params: byId,
  body: z.object({ name: z.optional(name), query: z.optional(query) }),
  response: savedView,
});

export const deleteView = endpoint({
  method: "DELETE",
  path: "/api/saved-views/:id",
  action: "work-orders.use-views",
  summary: "Delete one of your views",
  params: byId,
  response: done,
});

export const shareView = endpoint({
  method: "PUT",
  path: "/api/saved-views/:id/sharing",
  action: "work-orders.share-views",
  summary:
    "Share or stop sharing a view: administrators share with everyone, landlords with staff at their properties",
  params: byId,
  body: z.object({ isShared: z.boolean("isShared must be true or false.") }),
  response: savedView,
});

export const setDefaultView = endpoint({
  method: "PUT",
  path: "/api/saved-views/default",
  action: "work-orders.use-views",
  summary: "Set your default view; null clears it",
  body: z.object({ viewId: z.nullable(id) }),
  response: done,
});
