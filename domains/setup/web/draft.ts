import * as z from "zod/mini";

const storageKey = "setup";

/** The entries made before there is an account to save them with, without the password. */
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
const emptyDraft = (): SetupDraft => ({
  step: 1,
  name: "",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  cardFee: "",
  fullName: "",
  email: "",
});

/** Reads the entries made in this tab before a reload. */
export function readDraft(): SetupDraft {
  try {
    const parsed = z.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

export function saveDraft(changedDraft: SetupDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(changedDraft));
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
