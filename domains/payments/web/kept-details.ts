import * as z from "zod/mini";

const storageKey = "paymentDetails";

/** What is about to be paid; `amount` in dollars (requirements, "Local storage"). */
const keptDetails = z.object({ amount: z.number(), description: z.string(), unitId: z.nullable(z.number()) });
export type KeptDetails = z.infer<typeof keptDetails>;

/** A provider may lead away from the page and back: what is paid is kept on this machine meanwhile. */
export function keepDetails({ amount, description, unitId }: KeptDetails): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ amount, description, unitId } satisfies KeptDetails));
  } catch {
    // Without storage nothing but these words is missing on the way back.
  }
}

/** Null when nothing is kept, or it is damaged. */
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
    // Nothing was kept.
  }
}
