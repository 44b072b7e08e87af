import { boundedQueue } from "../http/bounded-queue.ts";

/** Waiting for the disk takes one of the four threads that all work with files shares: some are left for the others. */
export const atTheDisk = boundedQueue(2, 10_000);
