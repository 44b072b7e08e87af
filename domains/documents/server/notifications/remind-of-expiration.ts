import { sql } from "kysely";
import { notificationText } from "#domains/notifications/kinds.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { latestStep, type Reminder, type ReminderSource, sendReminders } from "#server/jobs/remind.ts";
import { findEmailRecipients, notify } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { LeasePlace } from "#shared/format/place.ts";

/** No reminder is sent for a document that expired more than this many days ago. */
const maxDaysLate = 30;
/** The maximum number of documents an email lists. The rest are only counted. */
const maxListedDocuments = 30;

/** An expiring document with its property and unit. */
export interface ExpiringDocument extends LeasePlace {
  id: number;
  propertyId: number;
  title: string;
  expiresOn: Day;
  today: Day;
}

interface ReminderRecipient {
  documentId: number;
  userId: number;
  email: string;
  fullName: string;
}

/**
 * Runs once an hour. Reminds people to renew a document, in the bell menu and by email: 60, 30, and 7 days
 * before its expiration date, and on that date. Each person gets one email for all documents.
 */
export const remindOfExpiration = (services: Services): Promise<void> =>
  sendReminders<DueDocument>(services, {
    reminders: createReminderSource,
    send: (ctx, due) => sendExpirationReminders(ctx, due.map(toExpiringDocument)),
  });

type DueDocument = Reminder & Pick<ExpiringDocument, "title" | "building" | "units">;

const toExpiringDocument = ({ onDay, ...document }: DueDocument): ExpiringDocument => ({
  ...document,
  expiresOn: onDay,
});

const createReminderSource = (): ReminderSource => ({
  source: sql`
    select d.id, d.property_id, d.expires_on as on_day, d.title,
      (select p.name from properties p where p.id = d.property_id) as building,
      array(select u.unit_number from units u where u.id = d.unit_id) as units
    from documents d left join leases l on l.id = d.lease_id
    where d.trashed_at is null and d.expires_on is not null and l.state is distinct from 'ended'`,
  window: { maxDaysLate, maxDaysAhead: 60 },
  step: latestStep([60, 30, 7, 0]),
  recorded: { table: "document_reminders", id: "document_id", day: "expires_on" },
});

async function sendExpirationReminders(ctx: Ctx, dueDocuments: ExpiringDocument[]): Promise<void> {
  const documents = dueDocuments.sort((a, b) => a.propertyId - b.propertyId);
  const recipients = await findRecipients(ctx, documents);
  for (const document of documents) {
    const people = recipients.filter(({ documentId }) => documentId === document.id);
    await notify(
      ctx,
      people.map(({ userId }) => userId),
      { ...expiryNotification(document), propertyId: document.propertyId },
    );
  }
  const peopleById = new Map(recipients.map((person) => [person.userId, person]));
  const emailRecipients = await findEmailRecipients(ctx, "document.expires", [...peopleById.keys()]);
  for (const person of peopleById.values()) {
    if (!emailRecipients.has(person.userId)) continue;
    const ids = recipients
      .filter(({ userId }) => userId === person.userId)
      .map(({ documentId }) => documentId);
    await emailReminder(
      ctx,
      person,
      documents.filter(({ id }) => ids.includes(id)),
    );
  }
}

/**
 * Returns the people to remind: the landlords of the property (administrators if there are none), the
 * uploader as long as they can change the document, and the current people on its lease.
 */
async function findRecipients(
  ctx: Ctx,
  documents: readonly ExpiringDocument[],
): Promise<ReminderRecipient[]> {
  const ids = documents.map(({ id }) => id);
  const { rows } = await sql<ReminderRecipient>`
    with expiring as (select * from documents where id = any(${ids}::bigint[])), landlords as (
      select d.id, l.user_id from expiring d join property_landlords l on l.property_id = d.property_id
        join users u on u.id = l.user_id and u.role = 'landlord' and u.state = 'active'
    ), members as (
      select d.id, m.user_id from expiring d join leases l on l.id = d.lease_id and l.state in ('active', 'notice')
        join lease_members m on m.lease_id = l.id join properties p on p.id = l.property_id
      where (d.visibility = 'lease' or m.user_id = d.created_by_id)
        and (${ctx.now}::timestamptz at time zone p.time_zone)::date
          between greatest(m.starts_on, l.starts_on) and least(coalesce(m.ends_on, 'infinity'), coalesce(l.ends_on, 'infinity'))
    ), recipients as (
      select id, user_id from landlords union select id, user_id from members
      union select d.id, u.id from expiring d join users u on u.role = 'admin'
        where u.id = d.created_by_id or d.id not in (select id from landlords)
      union select d.id, u.id from expiring d join users u on u.id = d.created_by_id and u.role = 'maintenance'
        where u.has_all_properties or exists (select from property_staff s where s.user_id = u.id and s.property_id = d.property_id)
    )
    select recipients.id as "documentId", u.id as "userId", u.email, u.full_name as "fullName"
    from recipients join users u on u.id = recipients.user_id where u.state = 'active' order by u.id, recipients.id`.execute(
    ctx.db,
  );
  return rows;
}

async function emailReminder(
  ctx: Ctx,
  person: ReminderRecipient,
  documents: readonly ExpiringDocument[],
): Promise<void> {
  const [firstDocument] = documents;
  if (firstDocument === undefined) return;
  const hiddenCount = documents.length - maxListedDocuments;
  await queueEmail(ctx, {
    template: "document-expires",
    to: { address: person.email, userId: person.userId, fullName: person.fullName },
    subject:
      documents.length === 1 ? formatSubject(firstDocument) : `${documents.length} documents are expiring`,
    paragraphs: [
      ...documents
        .slice(0, maxListedDocuments)
        .map((document) => notificationText(expiryNotification(document))),
      ...(hiddenCount > 0 ? [`And ${hiddenCount} more.`] : []),
      "Once you have a replacement, upload it as a new version of the document and update the expiration date.",
    ],
    link:
      documents.length === 1
        ? { label: "View document", path: `/documents/${firstDocument.id}` }
        : { label: "View documents", path: "/documents" },
    ...unsubscribeLink(ctx, person.userId, ["document.expires"]),
  });
}

/** The notification about an expiring document. */
export const expiryNotification = ({ id, title, building, units, expiresOn, today }: ExpiringDocument) =>
  ({
    kind: "document.expires",
    details: { documentId: id, title, building, units, expiresOn, today },
  }) as const;

const formatSubject = ({ title, expiresOn, today }: ExpiringDocument): string =>
  expiresOn < today
    ? `“${title}” expired on ${formatCalendarDay(expiresOn)}`
    : `“${title}” expires on ${formatCalendarDay(expiresOn)}`;
