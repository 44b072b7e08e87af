/** The shares of the estimated breakdown in tenths of a percent; together they are 1,000 (PAY-16, CON-12). */
export interface Shares {
  rentSharePermille: number;
  commonAreaSharePermille: number;
  utilitiesSharePermille: number;
}

export const totalOfShares = (shares: Shares): number =>
  shares.rentSharePermille + shares.commonAreaSharePermille + shares.utilitiesSharePermille;

/** `amountCents` split into its three parts, which always add up to it: rent takes the rounding remainder. */
export function breakdownOf(amountCents: number, shares: Shares) {
  const partOf = (permille: number) => Math.floor((amountCents * permille + 500) / 1_000);
  const commonAreaCents = partOf(shares.commonAreaSharePermille);
  const utilitiesCents = Math.min(partOf(shares.utilitiesSharePermille), amountCents - commonAreaCents);
  return { rentCents: amountCents - commonAreaCents - utilitiesCents, commonAreaCents, utilitiesCents };
}
