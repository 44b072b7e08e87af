import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

/** Ends the export in progress, because only one can run. */
async function endExports({ portal: { db } }: EndpointFixtures): Promise<ValidRequest> {
  await db
    .updateTable("exports")
    .set({ state: "failed", message: "It failed." })
    .where("state", "=", "queued")
    .execute();
  return {};
}

async function createFinishedExport({ portal: { db, services, clock }, admin }: EndpointFixtures) {
  const { key, bytes } = await services.files.put(Buffer.from("a ZIP"), "zip");
  const { id } = await db
    .insertInto("exports")
    .values({
      state: "done",
      bytes,
      created_by_id: admin.id,
      created_at: clock.now,
      finished_at: clock.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("export_parts").values({ export_id: id, position: 1, file_key: key, bytes }).execute();
  return { params: { id } };
}

/** Cases for data exports. */
export const exportCases: EndpointCases = {
  "GET /api/exports": access.adminOnly(),
  "POST /api/exports": access.adminStarts(endExports),
  "GET /api/exports/:id/file": access.adminOnly(createFinishedExport),
};
