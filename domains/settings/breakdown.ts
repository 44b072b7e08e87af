/** The shares of the estimated breakdown in tenths of a percent. They must total 1,000 (PAY-16, CON-12). */
export interface BreakdownShares {
  rentSharePermille: number;
  commonAreaSharePermille: number;
  utilitiesSharePermille: number;
}

/** All rent, so there is nothing to break down. The default of a new portal. */
export const noBreakdown: BreakdownShares = {
  rentSharePermille: 1_000,
  commonAreaSharePermille: 0,
  utilitiesSharePermille: 0,
};

export const hasBreakdown = ({ rentSharePermille }: BreakdownShares): boolean =>
  rentSharePermille < noBreakdown.rentSharePermille;

export const sumShares = (shares: BreakdownShares): number =>
  shares.rentSharePermille + shares.commonAreaSharePermille + shares.utilitiesSharePermille;

/** Splits `amountCents` into three parts that always add up to it. Rent gets the rounding remainder. */
export function calculateBreakdown(amountCents: number, shares: BreakdownShares) {
  const roundShare = (permille: number) => Math.floor((amountCents * permille + 500) / 1_000);
  const commonAreaCents = roundShare(shares.commonAreaSharePermille);
  const utilitiesCents = Math.min(roundShare(shares.utilitiesSharePermille), amountCents - commonAreaCents);
  return { rentCents: amountCents - commonAreaCents - utilitiesCents, commonAreaCents, utilitiesCents };
}
