/** Whether the long forms of the tests run: `npm run torture` says by TORTURE_RUNS how often what is random is tried. */
export const isTorture = process.env.TORTURE_RUNS !== undefined;
