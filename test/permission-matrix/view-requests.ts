import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

let views = 0;
/** A view of the landlord of the building, shared with the staff there. */
const newView = async ({ portal: { db }, landlord, propertyId }: Place): Promise<number> => {
  const { id } = await db
    .insertInto("saved_views")
    .values({
      owner_id: landlord.id,
      name: `Overdue in the lobby ${++views}`,
      query: `due=overdue&propertyId=${propertyId}`,
      property_id: propertyId,
      is_shared: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const ofView = async (place: Place, body?: Record<string, unknown>): Promise<Ask> => ({
  params: { id: await newView(place) },
  ...(body === undefined ? {} : { body }),
});

/** Requests about saved views and watchers. */
export const viewRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/saved-views": () => ({}),
  "POST /api/saved-views": () => ({ body: { name: `Unassigned ${++views}`, query: "assignee=none" } }),
  "PATCH /api/saved-views/:id": (place) => ofView(place, { name: `Late ${++views}` }),
  "DELETE /api/saved-views/:id": (place) => ofView(place),
  "PUT /api/saved-views/:id/sharing": (place) => ofView(place, { isShared: false }),
  "PUT /api/saved-views/default": async (place) => ({ body: { viewId: await newView(place) } }),
  "PUT /api/work-orders/:id/watching": async ({ newOrder }) => ({
    params: { id: await newOrder() },
    body: { isWatching: true },
  }),
  "PUT /api/work-orders/:id/watchers/:userId": async ({ newOrder, technician }) => ({
    params: { id: await newOrder(), userId: technician.id },
    body: { isWatching: true },
  }),
  "GET /api/work-orders/:id/possible-watchers": ({ order: { id } }) => ({ params: { id } }),
};
