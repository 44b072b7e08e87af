/** How often the outbox is read anew while it is looked at. */
export const refreshMs = 10_000;
