import {
  type ExpiringDocument,
  expiryNotification,
} from "#domains/documents/server/notifications/remind-of-expiration.ts";
import { addDays } from "#shared/calendar.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import type { StoredDemoDocument } from "./documents/document.ts";
import { findLease, findProperty, findUnit } from "./documents/letterhead.ts";
import { findPerson } from "./people.ts";
import { instantAgo, localDay } from "./time.ts";

/** A past reminder, as the portal would have sent it that morning. */
export interface SentReminder {
  documentId: number;
  propertyId: number;
  expiresOn: string;
  daysBefore: number;
  sentAt: Date;
  content: ReturnType<typeof expiryNotification>;
  userIds: number[];
}

const steps = [60, 30, 7, 0];

/** Returns the past reminders. The portal sends the next ones. */
export const listSentReminders = (documents: readonly StoredDemoDocument[], now: Date): SentReminder[] =>
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
        content: expiryNotification({
          id,
          propertyId: property,
          title,
          ...getPlace(source),
          expiresOn,
          today: addDays(expiresOn, -daysBefore),
        } satisfies ExpiringDocument),
        userIds: findRecipients(source),
      }));
  });

function getPlace({ property, lease, unit }: StoredDemoDocument["source"]): LeasePlace {
  const unitId = unit ?? (lease === undefined ? undefined : findLease(lease).units[0]);
  return {
    building: findProperty(property).name,
    units: unitId === undefined ? [] : [findUnit(unitId).number],
  };
}

/** Returns the landlord, the uploader, and the people on the lease. */
function findRecipients({ property, by, lease }: StoredDemoDocument["source"]): number[] {
  const members = lease === undefined ? [] : findLease(lease).members.map(({ who }) => who);
  const keys = [property === 3 ? "victor" : "linda", by, ...members] as const;
  return [...new Set(keys.map((key) => findPerson(key).id))];
}
