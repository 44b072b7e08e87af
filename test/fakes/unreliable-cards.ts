import { type CardProvider, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";

/** `away`: the provider is unreachable. `lost`: it performs the request, but the response doesn't arrive. */
export type CardFailure = "none" | "away" | "lost";

/** Returns a provider whose first call fails with this failure. */
export function withFailure(cards: CardProvider, failure: CardFailure): CardProvider {
  let next = failure;
  const callProvider = async <T>(call: () => Promise<T>): Promise<T> => {
    const now = next;
    next = "none";
    if (now === "away") throw new ProviderUnavailableError("The provider was unreachable.");
    const response = await call();
    if (now === "lost") throw new ProviderUnavailableError("The response was lost.");
    return response;
  };
  return {
    ...cards,
    createIntent: (wish) => callProvider(() => cards.createIntent(wish)),
    changeAmount: (reference, cents) => callProvider(() => cards.changeAmount(reference, cents)),
    readIntent: (reference) => callProvider(() => cards.readIntent(reference)),
    cancelIntent: (reference) => callProvider(() => cards.cancelIntent(reference)),
    refund: (wish) => callProvider(() => cards.refund(wish)),
    readRefund: (reference) => callProvider(() => cards.readRefund(reference)),
    readDispute: (reference) => callProvider(() => cards.readDispute(reference)),
  };
}
