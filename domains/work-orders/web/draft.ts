import * as z from "zod/mini";
import { workOrderForm } from "../contract.ts";

/** The fields of the report form; all are empty at first. */
const fields = [
  ...(Object.keys(workOrderForm.shape) as (keyof typeof workOrderForm.shape)[]),
  "propertyId",
  "unitId",
] as const;

/** The part of an unsent report that is kept on this device: text and choices. Photos are too large and too private. */
export type Draft = Record<(typeof fields)[number], string>;

const draftOf = (valueOf: (field: string) => string | undefined) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field) ?? ""])) as Draft;
export const emptyDraft = draftOf(() => "");

/** A draft belongs to a person: the next user to sign in on this device does not see it. */
const keyOf = (userId: number) => `workOrderDraft:${userId}`;

export function readDraft(userId: number): Draft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId));
    const read = z.safeParse(z.record(z.string(), z.string()), JSON.parse(kept ?? "{}")).data ?? {};
    const draft = draftOf((field) => read[field]);
    return isEmpty(draft) ? undefined : draft;
  } catch {
    return undefined;
  }
}

/** Storage may be full or blocked; the form works without it. */
export function keepDraft(userId: number, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A reload then loses the draft.
  }
}

export const dropDraft = (userId: number): void => keepDraft(userId, emptyDraft);

/** A building or unit alone is not a draft: the form may have chosen it by itself. */
const isEmpty = ({ propertyId: _, unitId: __, ...words }: Draft) =>
  Object.values(words).every((value) => value.trim() === "");
