import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { leases, properties, units } from "../properties-and-leases.ts";
import { localDay } from "../time.ts";

/** Printed on every document so no one mistakes it for a binding one. */
export const sampleNote = "Sample document for demo purposes";

/** Formats the date that many days from now. */
export const formatDateIn = (now: Date, days: number): string =>
  formatCalendarDay(addDays(localDay(now), days));

export const findProperty = (id: number) => findById(properties, id);
export const findLease = (id: number) => findById(leases, id);
export const findUnit = (id: number) => findById(units, id);

function findById<T extends { id: number }>(things: readonly T[], id: number): T {
  const match = things.find((thing) => thing.id === id);
  if (match === undefined) throw new Error(`The demo data has no ${id} there.`);
  return match;
}

export const formatAddress = (propertyId: number): string[] => {
  const { address, city, zip } = findProperty(propertyId);
  return [address, `${city}, WA ${zip}`];
};

/** Returns the units of a lease: `unit 201` or `units 201 and 202`. */
export function formatUnits(leaseId: number): string {
  const numbers = findLease(leaseId).units.map((id) => findUnit(id).number);
  return numbers.length === 1 ? `unit ${numbers[0]}` : `units ${numbers.join(" and ")}`;
}

/** Capitalizes the first letter: `Unit 201`. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type Letter = Pick<PdfContent, "heading" | "blocks"> & {
  details?: string[];
  recipient?: string[];
  /** Defaults to the property. */
  sender?: PdfContent["sender"];
};

/** Builds a property's letter as the contents of a PDF. */
export const buildLetter = (
  propertyId: number,
  { heading, details = [], recipient, sender, blocks }: Letter,
): PdfContent => ({
  title: `${heading}, ${findProperty(propertyId).name}`,
  sender: sender ?? { name: findProperty(propertyId).name, lines: formatAddress(propertyId) },
  heading,
  details: [...details, sampleNote],
  recipient: recipient ?? [findProperty(propertyId).name, ...formatAddress(propertyId)],
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
