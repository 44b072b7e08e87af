/** The card fee is 0 to 3.5% of the base, in hundredths of a percent (requirements, "Fee"). */
export const maxCardFeeBasisPoints = 350;

/** Returns the fee on `baseCents` in whole cents. Half a cent rounds up. */
export const calculateCardFee = (baseCents: number, basisPoints: number): number =>
  Math.floor((baseCents * basisPoints + 5_000) / 10_000);
