import { type Expiring, expiryOf } from "#domains/documents/server/remind-of-expiry.ts";
import { addDays } from "#shared/calendar.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { leaseOf, propertyOf, unitOf } from "./documents/letterhead.ts";
import type { KeptDemoDocument } from "./fill-documents.ts";
import { personCalled } from "./people.ts";
import { instantAgo, localDay } from "./time.ts";

/** A sent reminder, as the portal would have sent it that morning. */
export interface SentReminder {
  documentId: number;
  propertyId: number;
  expiresOn: string;
  daysBefore: number;
  sentAt: Date;
  content: ReturnType<typeof expiryOf>;
  userIds: number[];
}

const steps = [60, 30, 7, 0];

/** The reminders of the past; the portal itself sends the next one. */
export const remindersOf = (documents: readonly KeptDemoDocument[], now: Date): SentReminder[] =>
  documents.flatMap(({ id, source, createdAt }) => {
    const { validForDays, trashed, property, title } = source;
    if (validForDays === undefined || trashed !== undefined) return [];
    const expiresOn = addDays(localDay(now), validForDays);
    return steps
      .filter((step) => step > validForDays)
      .map((daysBefore) => ({ daysBefore, sentAt: instantAgo(now, `${daysBefore - validForDays}d 00:12`) }))
      .filter(({ sentAt }) => sentAt > createdAt)
      .map(({ daysBefore, sentAt }) => ({
        documentId: id,
        propertyId: property,
        expiresOn,
        daysBefore,
        sentAt,
        content: expiryOf({
          id,
          propertyId: property,
          title,
          ...placeOf(source),
          expiresOn,
          today: addDays(expiresOn, -daysBefore),
        } satisfies Expiring),
        userIds: recipientsOf(source),
      }));
  });

function placeOf({ property, lease, unit }: KeptDemoDocument["source"]): LeasePlace {
  const unitId = unit ?? (lease === undefined ? undefined : leaseOf(lease).units[0]);
  return { building: propertyOf(property).name, units: unitId === undefined ? [] : [unitOf(unitId).number] };
}

/** The landlord, the uploader, and the members of the lease. */
function recipientsOf({ property, by, lease }: KeptDemoDocument["source"]): number[] {
  const members = lease === undefined ? [] : leaseOf(lease).members.map(({ who }) => who);
  const keys = [property === 3 ? "victor" : "linda", by, ...members] as const;
  return [...new Set(keys.map((key) => personCalled(key).id))];
}
