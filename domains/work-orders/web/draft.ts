import * as z from "zod/mini";

/** What of an unsent report is kept on this device: its words and choices. Photos are not; they are large and private. */
const draftShape = z.object({
  title: z.catch(z.string(), ""),
  description: z.catch(z.string(), ""),
  category: z.catch(z.string(), ""),
  location: z.catch(z.string(), ""),
  priority: z.catch(z.string(), ""),
  propertyId: z.catch(z.string(), ""),
  unitId: z.catch(z.string(), ""),
});
export type Draft = z.infer<typeof draftShape>;

export const emptyDraft: Draft = {
  title: "",
  description: "",
  category: "",
  location: "",
  priority: "",
  propertyId: "",
  unitId: "",
};

/** Drafts belong to a person: the next one to sign in on this device does not see them. */
const keyOf = (userId: number) => `workOrderDraft:${userId}`;

export function readDraft(userId: number): Draft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId));
    const read = kept === null ? undefined : draftShape.safeParse(JSON.parse(kept));
    return read?.success && !isEmpty(read.data) ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Storage may be full or forbidden; the form works without it. */
export function keepDraft(userId: number, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Then a reload loses the draft, as it would without this convenience.
  }
}

export const dropDraft = (userId: number): void => keepDraft(userId, emptyDraft);

/** A building or unit alone, which the form may have chosen by itself, is no draft. */
const isEmpty = ({ propertyId: _, unitId: __, ...words }: Draft) =>
  Object.values(words).every((value) => value.trim() === "");
