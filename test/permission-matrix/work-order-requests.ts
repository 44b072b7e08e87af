import { smallPdf } from "#test/documents.ts";
import { multipart } from "#test/form.ts";
import { leakingTap as facts } from "#test/leaking-tap.ts";
import { penStroke, tinyPicture } from "#test/pictures.ts";
import { newFile, newPhoto, type Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const theOrder = ({ order: { id } }: Place): Ask => ({ params: { id } });
const freshOrder = async ({ newOrder }: Place, body?: Record<string, unknown>): Promise<Ask> => ({
  params: { id: await newOrder() },
  ...(body === undefined ? {} : { body }),
});
/** The calls of work orders, by method and path. */
export const workOrderRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/work-orders": () => ({}),
  "GET /api/work-orders.csv": () => ({}),
  "GET /api/my-day": () => ({}),
  "POST /api/work-orders": ({ propertyId }) => ({ body: { ...facts, propertyId: String(propertyId) } }),
  "GET /api/work-orders/:id": theOrder,
  "GET /api/work-orders/:id/history": theOrder,
  "GET /api/work-orders/:id/verify": theOrder,
  "GET /api/work-orders/:id/images/:imageId": ({ order: { id, imageId } }) => ({ params: { id, imageId } }),
  "POST /api/work-orders/:id/images": async (place) => ({
    ...(await freshOrder(place)),
    form: multipart({}, [
      { name: "images", fileName: "sink.png", type: "image/png", content: await tinyPicture() },
    ]),
  }),
  "DELETE /api/work-orders/:id/images/:imageId": async (place) => {
    const id = await place.newOrder();
    return { params: { id, imageId: (await newPhoto(place, id)).imageId } };
  },
  "GET /api/work-orders/:id/files/:fileId": ({ order: { id, fileId } }) => ({ params: { id, fileId } }),
  "POST /api/work-orders/:id/files": async (place) => ({
    ...(await freshOrder(place)),
    form: multipart({}, [
      { name: "files", fileName: "quote.pdf", type: "application/pdf", content: smallPdf() },
    ]),
  }),
  "DELETE /api/work-orders/:id/files/:fileId": async (place) => {
    const id = await place.newOrder();
    return { params: { id, fileId: await newFile(place, id) } };
  },
  "GET /api/work-orders/:id/signatures/:signatureId": ({ order: { id, signatureId } }) => ({
    params: { id, signatureId },
  }),
  "PATCH /api/work-orders/:id": (place) => freshOrder(place, { ...facts, status: "open" }),
  "DELETE /api/work-orders/:id": (place) => freshOrder(place),
  "GET /api/work-orders/:id/deleted": async ({ newOrder, portal }) => {
    const id = await newOrder();
    await portal.db.updateTable("work_orders").set({ deleted_at: new Date() }).where("id", "=", id).execute();
    return { params: { id } };
  },
  "PATCH /api/work-orders/:id/status": (place) => freshOrder(place, { status: "cancelled" }),
  "POST /api/work-orders/:id/comments": (place) => freshOrder(place, { text: "We come at nine." }),
  "POST /api/work-orders/:id/signature": async (place) => freshOrder(place, { signature: await penStroke() }),
  "PUT /api/work-orders/:id/assignee": (place) => freshOrder(place, { userId: place.technician.id }),
  "GET /api/work-orders/:id/assignees": theOrder,
  "GET /api/work-orders/:id/teams": theOrder,
  "PUT /api/work-orders/:id/due": (place) => freshOrder(place, { dueAt: "2100-12-01T01:00:00Z" }),
  "GET /api/work-orders/week": () => ({}),
  "PUT /api/work-orders/:id/plan": (place) =>
    freshOrder(place, { assigneeId: place.technician.id, plannedOn: "2100-12-01", estimateMinutes: 90 }),
};
