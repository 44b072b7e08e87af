import * as z from "zod/mini";

const storageKey = "set-up";

/** The entries made before there is an account to save them with; never the password. */
const draft = z.object({
  step: z.union([z.literal(1), z.literal(2)]),
  name: z.string(),
  timeZone: z.string(),
  fullName: z.string(),
  email: z.string(),
});
export type SetUpDraft = z.infer<typeof draft>;

/** Empty except for the browser's time zone. */
const emptyDraft = (): SetUpDraft => ({
  step: 1,
  name: "",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  fullName: "",
  email: "",
});

/** The entries made in this tab before a reload. */
export function readDraft(): SetUpDraft {
  try {
    const parsed = z.safeParse(draft, JSON.parse(sessionStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

export function keepDraft(kept: SetUpDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage a reload starts over.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to remove.
  }
}
