import * as z from "zod/mini";

const storageKey = "set-up";

/** What was entered before there is an account to keep it with; never the password. */
const draft = z.object({
  step: z.union([z.literal(1), z.literal(2)]),
  name: z.string(),
  timeZone: z.string(),
  fullName: z.string(),
  email: z.string(),
});
export type SetUpDraft = z.infer<typeof draft>;

/** Empty but for the zone this browser is in. */
const fresh = (): SetUpDraft => ({
  step: 1,
  name: "",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  fullName: "",
  email: "",
});

/** As far as one had come in this tab before it was reloaded. */
export function readDraft(): SetUpDraft {
  try {
    const parsed = z.safeParse(draft, JSON.parse(sessionStorage.getItem(storageKey) ?? "null"));
    return parsed.success ? parsed.data : fresh();
  } catch {
    return fresh();
  }
}

export function keepDraft(kept: SetUpDraft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Without storage a reload begins again.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
