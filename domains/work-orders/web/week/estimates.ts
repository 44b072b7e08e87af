/** The estimates available with one tap, in minutes. */
export const estimateOptions = [30, 60, 120, 240] as const;
