import * as z from "zod/mini";

const storageKey = "setup";

/** The values entered before the account exists, without the password. */
const draftSchema = z.object({
  step: z.union([z.literal(1), z.literal(2)]),
  name: z.string(),
  timeZone: z.string(),
  /** A percentage as typed. */
  cardFee: z.string(),
  fullName: z.string(),
  email: z.string(),
});
export type SetupDraft = z.infer<typeof draftSchema>;

/** Empty except for the browser's time zone. */
const createEmptyDraft = (): SetupDraft => ({
  step: 1,
  name: "",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  cardFee: "",
  fullName: "",
  email: "",
});

/** Returns the values entered in this tab before a reload. */
export function readDraft(): SetupDraft {
  try {
    const parsed = z.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : createEmptyDraft();
  } catch {
    return createEmptyDraft();
  }
}

export function saveDraft(draft: SetupDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Without storage a reload starts over.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}
