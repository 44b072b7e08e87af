import { type Expiring, expiryOf } from "#domains/documents/server/remind-of-expiry.ts";
import { addDays } from "#shared/calendar.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { leaseOf, propertyOf, unitOf } from "./documents/letterhead.ts";
import type { KeptDemoDocument } from "./fill-documents.ts";
import { personCalled } from "./people.ts";
import { instantAgo, localDay } from "./time.ts";

/** A reminder that went out, as the portal would have sent it that morning. */
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

/** Those of the past: the next one is the portal's own. */
export const remindersOf = (documents: readonly KeptDemoDocument[], now: Date): SentReminder[] =>
  documents.flatMap(({ id, told, createdAt }) => {
    const { validForDays, trashed, property, title } = told;
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
          ...placeOf(told),
          expiresOn,
          today: addDays(expiresOn, -daysBefore),
        } satisfies Expiring),
        userIds: whoIsTold(told),
      }));
  });

function placeOf({ property, lease, unit }: KeptDemoDocument["told"]): LeasePlace {
  const unitId = unit ?? (lease === undefined ? undefined : leaseOf(lease).units[0]);
  return { building: propertyOf(property).name, units: unitId === undefined ? [] : [unitOf(unitId).number] };
}

/** The landlord, who uploaded it, and the members of a tenancy whose paper it is. */
function whoIsTold({ property, by, lease }: KeptDemoDocument["told"]): number[] {
  const members = lease === undefined ? [] : leaseOf(lease).members.map(({ who }) => who);
  const told = [property === 3 ? "victor" : "linda", by, ...members] as const;
  return [...new Set(told.map((key) => personCalled(key).id))];
}
