import { failJob } from "../failed-job.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

export const systemRequests = {
  "GET /api/system": () => ({}),
  "GET /api/system/failed-jobs": () => ({}),
  "GET /api/system/failed-jobs.csv": () => ({}),
  "POST /api/system/failed-jobs/:id/retry": async ({ portal: { db } }) => ({
    params: { id: await failJob(db) },
  }),
} satisfies Record<string, (place: Place) => Ask | Promise<Ask>>;
