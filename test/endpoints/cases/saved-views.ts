import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

let viewCount = 0;
/** Creates a view that the property's landlord shares with the staff. */
const createView = async ({ portal: { db }, landlord, propertyId }: EndpointFixtures): Promise<number> => {
  const { id } = await db
    .insertInto("saved_views")
    .values({
      owner_id: landlord.id,
      name: `Overdue in the lobby ${++viewCount}`,
      query: `due=overdue&propertyId=${propertyId}`,
      property_id: propertyId,
      is_shared: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const requestForNewView = async (
  fixtures: EndpointFixtures,
  body?: Record<string, unknown>,
): Promise<ValidRequest> => ({
  params: { id: await createView(fixtures) },
  body,
});

/** Cases for saved views and watchers. */
export const viewCases: EndpointCases = {
  "GET /api/saved-views": access.staff(),
  "POST /api/saved-views": access.staffAdd(() => ({
    body: { name: `Unassigned ${++viewCount}`, query: "assignee=none" },
  })),
  "PATCH /api/saved-views/:id": access.changesView((fixtures) =>
    requestForNewView(fixtures, { name: `Late ${++viewCount}` }),
  ),
  "DELETE /api/saved-views/:id": access.changesView((fixtures) => requestForNewView(fixtures)),
  "PUT /api/saved-views/:id/sharing": access.sharesView((fixtures) =>
    requestForNewView(fixtures, { isShared: false }),
  ),
  "PUT /api/saved-views/default": access.assigns(async (fixtures) => ({
    body: { viewId: await createView(fixtures) },
  })),
  "PUT /api/work-orders/:id/watching": access.changesWorkOrder(async ({ newWorkOrder }) => ({
    params: { id: await newWorkOrder() },
    body: { isWatching: true },
  })),
  "PUT /api/work-orders/:id/watchers/:userId": access.propertyManagers(
    async ({ newWorkOrder, technician }) => ({
      params: { id: await newWorkOrder(), userId: technician.id },
      body: { isWatching: true },
    }),
  ),
  "GET /api/work-orders/:id/possible-watchers": access.propertyManagers(({ workOrder: { id } }) => ({
    params: { id },
  })),
};
