/** APR-11. */
export const countries = ["USA", "CAN", "MEX", "GBR", "AUS"] as const;
