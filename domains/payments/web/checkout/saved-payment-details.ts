import * as z from "zod/mini";

const storageKey = "paymentDetails";

/** The details of the payment in progress. `amount` is in dollars (requirements, "Local storage"). */
const savedPaymentDetails = z.object({
  amount: z.number(),
  description: z.string(),
  unitId: z.nullable(z.number()),
});
export type SavedPaymentDetails = z.infer<typeof savedPaymentDetails>;

/** Saves the details on the device, because a provider might redirect away from the page and back. */
export function savePaymentDetails({ amount, description, unitId }: SavedPaymentDetails): void {
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify({ amount, description, unitId } satisfies SavedPaymentDetails),
    );
  } catch {
    // Without storage, only the details are missing after a redirect.
  }
}

/** Returns null if nothing is saved or the saved value is invalid. */
export function readSavedPaymentDetails(): SavedPaymentDetails | null {
  try {
    const result = z.safeParse(savedPaymentDetails, JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

export function clearPaymentDetails(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}
