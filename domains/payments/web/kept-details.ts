import * as z from "zod/mini";

const storageKey = "paymentDetails";

/** The details of the payment in progress; `amount` in dollars (requirements, "Local storage"). */
const keptDetails = z.object({ amount: z.number(), description: z.string(), unitId: z.nullable(z.number()) });
export type KeptDetails = z.infer<typeof keptDetails>;

/** Stores the details on the device, as a provider may redirect away from the page and back. */
export function keepDetails({ amount, description, unitId }: KeptDetails): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ amount, description, unitId } satisfies KeptDetails));
  } catch {
    // Without storage the details are missing after a redirect; nothing else.
  }
}

/** Null if nothing is stored or the stored value is invalid. */
export function readKeptDetails(): KeptDetails | null {
  try {
    const parsed = z.safeParse(keptDetails, JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function forgetDetails(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}
