import * as z from "zod/mini";
import { workOrderForm } from "../contract.ts";

/** The fields of the report form; before anything is typed or chosen they are empty. */
const fields = [
  ...(Object.keys(workOrderForm.shape) as (keyof typeof workOrderForm.shape)[]),
  "propertyId",
  "unitId",
] as const;

/** What of an unsent report is kept on this device: its words and choices. Photos are not; they are large and private. */
export type Draft = Record<(typeof fields)[number], string>;

const draftOf = (valueOf: (field: string) => string | undefined) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field) ?? ""])) as Draft;
export const emptyDraft = draftOf(() => "");

/** Drafts belong to a person: the next one to sign in on this device does not see them. */
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
