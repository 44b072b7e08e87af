/** A whole report is held in memory. */
export const maxRows = 10_000;
