import type { Db } from "../db/database.ts";
import { enqueue } from "../jobs/tasks.ts";

/** A queue is never removed, so devices share a fixed number of them; one whose push service is slow delays few others. */
const queueCount = 32;

/** One job sends whatever waits for a device, so that a later call replaces the one that waits. */
export const enqueuePushes = (db: Db, subscriptionId: number, inSeconds = 0): Promise<void> =>
  enqueue(
    db,
    "send-pushes",
    { subscriptionId },
    { inSeconds, queue: `pushes-${subscriptionId % queueCount}`, key: `pushes-${subscriptionId}` },
  );
