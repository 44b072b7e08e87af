/** The polling interval of the outbox. */
export const outboxRefreshMs = 10_000;
