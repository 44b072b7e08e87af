import { failJob } from "#test/failed-job.ts";
import { access, type EndpointCases } from "../access.ts";

export const systemCases: EndpointCases = {
  "GET /api/system": access.adminOnly(),
  "GET /api/system/failed-jobs": access.adminOnly(),
  "GET /api/system/failed-jobs.csv": access.adminOnly(),
  "POST /api/system/failed-jobs/:id/retry": access.adminOnly(async ({ portal: { db } }) => ({
    params: { id: await failJob(db) },
  })),
};
