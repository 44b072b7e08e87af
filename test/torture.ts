/** Whether `npm run torture` runs. It sets TORTURE_RUNS to the number of random runs. */
export const isTorture = process.env.TORTURE_RUNS !== undefined;
