import type { Db } from "../db/database.ts";
import { enqueue } from "../jobs/tasks.ts";

/**
 * The number of queues. Queues are never removed, so devices share them. A slow push service delays only the
 * devices in its queue.
 */
const queueCount = 32;

/** Queues one job for all of a device's pending pushes. A later call replaces the queued job. */
export const enqueuePushes = (db: Db, subscriptionId: number, delaySeconds = 0): Promise<void> =>
  enqueue(
    db,
    "send-pushes",
    { subscriptionId },
    { delaySeconds, queue: `pushes-${subscriptionId % queueCount}`, key: `pushes-${subscriptionId}` },
  );
