import { smallPdf } from "#test/files/documents.ts";
import { penStroke, tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet as facts } from "#test/leaking-faucet.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import { type EndpointFixtures, newFile, newPhoto } from "../fixtures.ts";

const workOrderParams = ({ workOrder: { id } }: EndpointFixtures): ValidRequest => ({ params: { id } });
const newWorkOrderRequest = async (
  { newWorkOrder }: EndpointFixtures,
  body?: Record<string, unknown>,
): Promise<ValidRequest> => ({
  params: { id: await newWorkOrder() },
  body,
});
/** Cases for work orders. */
export const workOrderCases: EndpointCases = {
  "GET /api/work-orders": access.signedIn(),
  "GET /api/work-orders.csv": access.signedIn(),
  "GET /api/my-day": access.technicians(),
  "POST /api/work-orders": access.reportsProblem(({ propertyId }) => ({
    body: { ...facts, propertyId: String(propertyId) },
  })),
  "GET /api/work-orders/:id": access.readsWorkOrder(workOrderParams),
  "GET /api/work-orders/:id/history": access.readsWorkOrder(workOrderParams),
  "GET /api/work-orders/:id/verify": access.readsWorkOrder(workOrderParams),
  "GET /api/work-orders/:id/images/:imageId": access.readsWorkOrder(({ workOrder: { id, imageId } }) => ({
    params: { id, imageId },
  })),
  "POST /api/work-orders/:id/images": access.addsToWorkOrder(async (fixtures) => ({
    ...(await newWorkOrderRequest(fixtures)),
    form: multipart({}, [
      { name: "images", fileName: "sink.png", type: "image/png", content: await tinyImage() },
    ]),
  })),
  "PATCH /api/work-orders/:id/images/:imageId": access.changesWorkOrder(async (fixtures) => {
    const id = await fixtures.newWorkOrder();
    return { params: { id, imageId: (await newPhoto(fixtures, id)).imageId }, body: { label: "after" } };
  }),
  "DELETE /api/work-orders/:id/images/:imageId": access.changesWorkOrder(async (fixtures) => {
    const id = await fixtures.newWorkOrder();
    return { params: { id, imageId: (await newPhoto(fixtures, id)).imageId } };
  }),
  "GET /api/work-orders/:id/files/:fileId": access.readsWorkOrder(({ workOrder: { id, fileId } }) => ({
    params: { id, fileId },
  })),
  "POST /api/work-orders/:id/files": access.addsToWorkOrder(async (fixtures) => ({
    ...(await newWorkOrderRequest(fixtures)),
    form: multipart({}, [
      { name: "files", fileName: "quote.pdf", type: "application/pdf", content: smallPdf() },
    ]),
  })),
  "DELETE /api/work-orders/:id/files/:fileId": access.changesWorkOrder(async (fixtures) => {
    const id = await fixtures.newWorkOrder();
    return { params: { id, fileId: await newFile(fixtures, id) } };
  }),
  "GET /api/work-orders/:id/signatures/:signatureId": access.readsWorkOrder(
    ({ workOrder: { id, signatureId } }) => ({
      params: { id, signatureId },
    }),
  ),
  "PATCH /api/work-orders/:id": access.adminOnly((fixtures) =>
    newWorkOrderRequest(fixtures, { ...facts, status: "open" }),
  ),
  "DELETE /api/work-orders/:id": access.adminOnly((fixtures) => newWorkOrderRequest(fixtures)),
  "GET /api/work-orders/:id/deleted": access.adminOnly(async ({ newWorkOrder, portal }) => {
    const id = await newWorkOrder();
    await portal.db.updateTable("work_orders").set({ deleted_at: new Date() }).where("id", "=", id).execute();
    return { params: { id } };
  }),
  "PATCH /api/work-orders/:id/status": access.changesWorkOrder((fixtures) =>
    newWorkOrderRequest(fixtures, { status: "cancelled", reason: "Reported twice." }),
  ),
  "POST /api/work-orders/:id/comments": access.addsToWorkOrder((fixtures) =>
    newWorkOrderRequest(fixtures, { text: "We come at nine." }),
  ),
  "POST /api/work-orders/:id/signature": access.addsToWorkOrder(async (fixtures) =>
    newWorkOrderRequest(fixtures, { signature: await penStroke() }),
  ),
  "PUT /api/work-orders/:id/assignee": access.assigns((fixtures) =>
    newWorkOrderRequest(fixtures, { userId: fixtures.technician.id }),
  ),
  "GET /api/work-orders/:id/assignees": access.assigns(workOrderParams),
  "GET /api/work-orders/:id/teams": access.assigns(workOrderParams),
  "PUT /api/work-orders/:id/due": access.propertyManagers((fixtures) =>
    newWorkOrderRequest(fixtures, { dueAt: "2100-12-01T01:00:00Z" }),
  ),
  "GET /api/work-orders/week": access.managers(),
  "PUT /api/work-orders/:id/plan": access.propertyManagers((fixtures) =>
    newWorkOrderRequest(fixtures, {
      assigneeId: fixtures.technician.id,
      plannedOn: "2100-12-01",
      estimateMinutes: 90,
    }),
  ),
};
