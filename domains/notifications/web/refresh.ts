/** The polling interval of the outbox. */
export const refreshMs = 10_000;
