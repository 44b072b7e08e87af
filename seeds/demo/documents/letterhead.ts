import type { PdfContent } from "#server/integrations/render-pdf.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { leases, properties, units } from "../tenancies.ts";
import { localDay } from "../time.ts";

/** Printed on every document, so that nobody takes it for a binding one. */
export const sampleNote = "Sample document of the demo";

/** The formatted day so many days from now. */
export const inDays = (now: Date, days: number): string => formatCalendarDay(addDays(localDay(now), days));

export const propertyOf = (id: number) => found(properties, id);
export const leaseOf = (id: number) => found(leases, id);
export const unitOf = (id: number) => found(units, id);

function found<T extends { id: number }>(things: readonly T[], id: number): T {
  const thing = things.find((one) => one.id === id);
  if (thing === undefined) throw new Error(`The demo data has no ${id} there.`);
  return thing;
}

export const addressOf = (propertyId: number): string[] => {
  const { address, city, zip } = propertyOf(propertyId);
  return [address, `${city}, WA ${zip}`];
};

/** The units of a lease: `unit 201` or `units 201 and 202`. */
export function unitsOf(leaseId: number): string {
  const numbers = leaseOf(leaseId).units.map((id) => unitOf(id).number);
  return numbers.length === 1 ? `unit ${numbers[0]}` : `units ${numbers.join(" and ")}`;
}

/** Capitalises the first letter: `Unit 201`. */
export const asLine = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type Letter = Pick<PdfContent, "heading" | "blocks"> & {
  facts?: string[];
  recipient?: string[];
  /** The building by default. */
  sender?: PdfContent["sender"];
};

/** A letter of a building, as the contents of a PDF. */
export const letterOf = (
  propertyId: number,
  { heading, facts = [], recipient, sender, blocks }: Letter,
): PdfContent => ({
  title: `${heading}, ${propertyOf(propertyId).name}`,
  sender: sender ?? { name: propertyOf(propertyId).name, lines: addressOf(propertyId) },
  heading,
  facts: [...facts, sampleNote],
  recipient: recipient ?? [propertyOf(propertyId).name, ...addressOf(propertyId)],
  blocks,
});

export const clause = (heading: string, ...paragraphs: string[]) =>
  ({ kind: "text", heading, paragraphs }) as const;

export const signatures = (...signed: [name: string, value: string][]) =>
  ({
    kind: "figures",
    heading: "Signed",
    figures: signed.map(([name, value]) => ({ name, value })),
  }) as const;
