import { sql } from "kysely";
import { notificationText } from "#domains/notifications/kinds.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import { latestStep, type Reminded, type Reminders, remind } from "#server/jobs/remind.ts";
import { notify, whoWantsMail } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { LeasePlace } from "#shared/format/place.ts";

/** Documents that expired longer ago are not reminded of any more. */
const lateDaysMax = 30;
/** A mail with more documents lists this many and says how many more there are. */
const listedMax = 30;

/** An expiring document with its place. */
export interface Expiring extends LeasePlace {
  id: number;
  propertyId: number;
  title: string;
  expiresOn: Day;
  today: Day;
}

interface PersonToRemind {
  documentId: number;
  userId: number;
  email: string;
  fullName: string;
}

/**
 * Once an hour: reminds those who should renew a document 60, 30 and 7 days before its last day, and on that day, in the bell
 * and by mail: one mail per person for several documents.
 */
export const remindOfExpiry = (services: Services): Promise<void> =>
  remind<DueDocument>(services, { reminders, send: (ctx, due) => send(ctx, due.map(asExpiring)) });

type DueDocument = Reminded & Pick<Expiring, "title" | "building" | "units">;

const asExpiring = ({ onDay, ...due }: DueDocument): Expiring => ({ ...due, expiresOn: onDay });

const reminders = (): Reminders => ({
  source: sql`
    select d.id, d.property_id, d.expires_on as on_day, d.title,
      (select named.name from properties named where named.id = d.property_id) as building,
      array(select u.unit_number from units u where u.id = d.unit_id) as units
    from documents d left join leases l on l.id = d.lease_id
    where d.trashed_at is null and d.expires_on is not null and l.state is distinct from 'ended'`,
  window: { lateDaysMax, aheadDaysMax: 60 },
  step: latestStep([60, 30, 7, 0]),
  noted: { table: "document_reminders", id: "document_id", day: "expires_on" },
});

async function send(ctx: Ctx, due: Expiring[]): Promise<void> {
  const documents = due.sort((a, b) => a.propertyId - b.propertyId);
  const reminded = await peopleToRemind(ctx, documents);
  for (const document of documents) {
    const people = reminded.filter(({ documentId }) => documentId === document.id);
    await notify(
      ctx,
      people.map(({ userId }) => userId),
      { ...expiryOf(document), propertyId: document.propertyId },
    );
  }
  const people = new Map(reminded.map((person) => [person.userId, person]));
  const mailed = await whoWantsMail(ctx, "document.expires", [...people.keys()]);
  for (const person of people.values()) {
    if (!mailed.has(person.userId)) continue;
    const ids = reminded.filter(({ userId }) => userId === person.userId).map(({ documentId }) => documentId);
    await mailReminder(
      ctx,
      person,
      documents.filter(({ id }) => ids.includes(id)),
    );
  }
}

/**
 * The people to remind: the landlords of the building, or the administrators where it has none; the uploader, while they may
 * change the document; and the present members of its tenancy.
 */
async function peopleToRemind(ctx: Ctx, documents: readonly Expiring[]): Promise<PersonToRemind[]> {
  const ids = documents.map(({ id }) => id);
  const { rows } = await sql<PersonToRemind>`
    with expiring as (select * from documents where id = any(${ids}::bigint[])), landlords as (
      select d.id, l.user_id from expiring d join property_landlords l on l.property_id = d.property_id
        join users u on u.id = l.user_id and u.role = 'landlord' and u.state = 'active'
    ), members as (
      select d.id, m.user_id from expiring d join leases l on l.id = d.lease_id and l.state in ('active', 'notice')
        join lease_members m on m.lease_id = l.id join properties p on p.id = l.property_id
      where (d.visibility = 'lease' or m.user_id = d.created_by_id)
        and (${ctx.now}::timestamptz at time zone p.time_zone)::date
          between greatest(m.from_on, l.from_on) and least(coalesce(m.to_on, 'infinity'), coalesce(l.to_on, 'infinity'))
    ), concerned as (
      select id, user_id from landlords union select id, user_id from members
      union select d.id, u.id from expiring d join users u on u.role = 'admin'
        where u.id = d.created_by_id or d.id not in (select id from landlords)
      union select d.id, u.id from expiring d join users u on u.id = d.created_by_id and u.role = 'maintenance'
        where u.all_buildings or exists (select from property_staff s where s.user_id = u.id and s.property_id = d.property_id)
    )
    select concerned.id as "documentId", u.id as "userId", u.email, u.full_name as "fullName"
    from concerned join users u on u.id = concerned.user_id where u.state = 'active' order by u.id, concerned.id`.execute(
    ctx.db,
  );
  return rows;
}

async function mailReminder(ctx: Ctx, person: PersonToRemind, documents: readonly Expiring[]): Promise<void> {
  const [first] = documents;
  if (first === undefined) return;
  const more = documents.length - listedMax;
  await queueMail(ctx, {
    template: "document-expires",
    to: { address: person.email, userId: person.userId, fullName: person.fullName },
    subject:
      documents.length === 1
        ? `"${first.title}" ${validUntil(first)}`
        : `${documents.length} documents expire`,
    paragraphs: [
      ...documents.slice(0, listedMax).map((document) => notificationText(expiryOf(document))),
      ...(more > 0 ? [`And ${more} more.`] : []),
      "When there is a new one, please upload it to the document as another file, and change its last day.",
    ],
    link:
      documents.length === 1
        ? { label: "Open the document", path: `/documents/${first.id}` }
        : { label: "Open the documents", path: "/documents" },
    ...unsubscribeLink(ctx, person.userId, ["document.expires"]),
  });
}

/** The sentence about an expiring document. */
export const expiryOf = ({ id, title, building, units, expiresOn, today }: Expiring) =>
  ({
    kind: "document.expires",
    particulars: { documentId: id, title, building, units, expiresOn, today },
  }) as const;

const validUntil = ({ expiresOn, today }: Expiring): string =>
  `${expiresOn < today ? "was" : "is"} valid until ${formatCalendarDay(expiresOn)}`;
