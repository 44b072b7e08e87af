import { type CardProvider, ProviderUnavailable } from "#server/integrations/card-provider.ts";

/** `away`: the provider is unreachable. `lost`: it performs the request, but the response doesn't arrive. */
export type Fault = "none" | "away" | "lost";

/** Returns a provider whose first call fails with this fault. */
export function withFault(cards: CardProvider, fault: Fault): CardProvider {
  let next = fault;
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    const now = next;
    next = "none";
    if (now === "away") throw new ProviderUnavailable("The provider was unreachable.");
    const response = await ask();
    if (now === "lost") throw new ProviderUnavailable("The response was lost.");
    return response;
  };
  return {
    ...cards,
    createIntent: (wish) => asked(() => cards.createIntent(wish)),
    changeAmount: (reference, cents) => asked(() => cards.changeAmount(reference, cents)),
    readIntent: (reference) => asked(() => cards.readIntent(reference)),
    cancelIntent: (reference) => asked(() => cards.cancelIntent(reference)),
    refund: (wish) => asked(() => cards.refund(wish)),
    readRefund: (reference) => asked(() => cards.readRefund(reference)),
    readDispute: (reference) => asked(() => cards.readDispute(reference)),
  };
}
