import { sql } from "kysely";
import { notify, whoWantsMail } from "#domains/notifications/server/notify.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { queueMail } from "#server/outside/outbox.ts";
import { daysFromTo } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";

/** Of documents that expired longer ago than this nobody is reminded any more. */
const lateDaysMax = 30;
/** So many documents are told of in one transaction. */
const atOnce = 200;
/** A mail that lists more says how many more there are. */
const listedMax = 30;

/** A document that expires, as the people who are told of it say it. */
export interface Expiring {
  id: number;
  propertyId: number;
  title: string;
  place: string;
  expiresOn: string;
  today: string;
}

interface Told {
  documentId: number;
  userId: number;
  email: string;
  fullName: string;
}

/**
 * Once an hour: who is to renew a document hears 60, 30 and 7 days before its last day, and on that day, by the day at the
 * property. What was missed while the portal was down is made up for by the latest of these only. Each goes out once for each
 * last day; another last day begins anew.
 */
export async function remindOfExpiry(services: Services): Promise<void> {
  let after: Position | undefined = { expiresOn: "-infinity", id: 0 };
  while (after !== undefined) {
    const last: Position = after;
    after = await asPortal(services, (ctx) => remindOfNext(ctx, last));
  }
}

/** Documents are gone through by their last day. */
type Position = Pick<Expiring, "expiresOn" | "id">;

/** Bells ring and mails are queued in the transaction that writes down that they were: a mail each to who has several. */
async function remindOfNext(ctx: Ctx, after: Position): Promise<Position | undefined> {
  const documents = await noteDue(ctx, after);
  if (documents.length === 0) return undefined;
  const told = await whoIsTold(ctx, documents);
  for (const document of documents) {
    const people = told.filter(({ documentId }) => documentId === document.id);
    await notify(ctx, {
      userIds: people.map(({ userId }) => userId),
      kind: "document.expires",
      text: sentenceOf(document),
      documentId: document.id,
      propertyId: document.propertyId,
    });
  }
  const people = new Map(told.map((person) => [person.userId, person]));
  const mailed = await whoWantsMail(ctx, "document.expires", [...people.keys()]);
  for (const person of people.values()) {
    if (!mailed.has(person.userId)) continue;
    const ids = told.filter(({ userId }) => userId === person.userId).map(({ documentId }) => documentId);
    await mailReminder(
      ctx,
      person,
      documents.filter(({ id }) => ids.includes(id)),
    );
  }
  return documents.reduce((last, one) =>
    one.expiresOn > last.expiresOn || (one.expiresOn === last.expiresOn && one.id > last.id) ? one : last,
  );
}

/** Notes the next reminders that are due as sent, and gives their documents. */
async function noteDue(ctx: Ctx, after: Position): Promise<Expiring[]> {
  const today = sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
  // No zone is further ahead or behind, so that the index is asked for bare days first.
  const day = (zone: string) => sql`(${ctx.now}::timestamptz at time zone ${sql.lit(zone)})::date`;
  const { rows } = await sql<Expiring>`
    with due as (
      select d.id, d.property_id, d.lease_id, d.unit_id, d.title, d.expires_on, p.name, ${today} as today, step.days_before
      from documents d join properties p on p.id = d.property_id left join leases l on l.id = d.lease_id
      cross join lateral (select case when d.expires_on - ${today} <= 0 then 0 when d.expires_on - ${today} <= 7 then 7
        when d.expires_on - ${today} <= 30 then 30 else 60 end as days_before) step
      where d.trashed_at is null and (d.expires_on, d.id) > (${after.expiresOn}::date, ${after.id})
        and d.expires_on between ${day("Etc/GMT+12")} - ${sql.lit(lateDaysMax)}::int and ${day("Pacific/Kiritimati")} + 60
        and d.expires_on - ${today} between ${sql.lit(-lateDaysMax)}::int and 60 and l.state is distinct from 'ended'
        and not exists (select from document_reminders r
          where r.document_id = d.id and r.expires_on = d.expires_on and r.days_before <= step.days_before)
      order by d.expires_on, d.id limit ${sql.lit(atOnce)}
    ), noted as (
      insert into document_reminders (document_id, property_id, expires_on, days_before, sent_at)
      select id, property_id, expires_on, days_before, ${ctx.now}::timestamptz from due
      on conflict do nothing returning document_id
    )
    select due.id, due.property_id as "propertyId", due.title, due.expires_on as "expiresOn", due.today,
      due.name || coalesce(', unit ' || (select u.unit_number from units u where u.id = due.unit_id), '') as place
    from due join noted on noted.document_id = due.id order by due.property_id, due.expires_on, due.id`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * The landlords of the building, or the administrators where it has none; who uploaded it, while they may change it; and
 * the present members of a tenancy whose paper it is.
 */
async function whoIsTold(ctx: Ctx, documents: readonly Expiring[]): Promise<Told[]> {
  const ids = documents.map(({ id }) => id);
  const { rows } = await sql<Told>`
    with told as (select * from documents where id = any(${ids}::bigint[])), landlords as (
      select d.id, l.user_id from told d join property_landlords l on l.property_id = d.property_id
        join users u on u.id = l.user_id and u.role = 'landlord' and u.state = 'active'
    ), members as (
      select d.id, m.user_id from told d join leases l on l.id = d.lease_id and l.state in ('active', 'notice')
        join lease_members m on m.lease_id = l.id join properties p on p.id = l.property_id
      where (d.visibility = 'lease' or m.user_id = d.created_by_id)
        and (${ctx.now}::timestamptz at time zone p.time_zone)::date
          between greatest(m.from_on, l.from_on) and least(coalesce(m.to_on, 'infinity'), coalesce(l.to_on, 'infinity'))
    ), concerned as (
      select id, user_id from landlords union select id, user_id from members
      union select d.id, u.id from told d join users u on u.role = 'admin'
        where u.id = d.created_by_id or d.id not in (select id from landlords)
      union select d.id, u.id from told d join users u on u.id = d.created_by_id and u.role = 'maintenance'
        where u.all_buildings or exists (select from property_staff s where s.user_id = u.id and s.property_id = d.property_id)
    )
    select concerned.id as "documentId", u.id as "userId", u.email, u.full_name as "fullName"
    from concerned join users u on u.id = concerned.user_id where u.state = 'active' order by u.id, concerned.id`.execute(
    ctx.db,
  );
  return rows;
}

async function mailReminder(ctx: Ctx, person: Told, documents: readonly Expiring[]): Promise<void> {
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
      ...documents.slice(0, listedMax).map(sentenceOf),
      ...(more > 0 ? [`And ${more} more.`] : []),
      "When there is a new one, please upload it to the document as another file, and change its last day.",
    ],
    link:
      documents.length === 1
        ? { label: "Open the document", path: `/documents/${first.id}` }
        : { label: "Open the documents", path: "/documents" },
  });
}

/** `"Certificate of insurance" of Harborview Center, unit 3, is valid until Dec 21, 2026 (30 days left).` */
export function sentenceOf(document: Expiring): string {
  const comma = document.place.includes(",") ? "," : "";
  return `"${document.title}" of ${document.place}${comma} ${validUntil(document)} (${timeLeft(document)}).`;
}

const validUntil = ({ expiresOn, today }: Expiring): string =>
  `${expiresOn < today ? "was" : "is"} valid until ${formatCalendarDay(expiresOn)}`;

function timeLeft({ expiresOn, today }: Expiring): string {
  const days = daysFromTo(today, expiresOn) - 1;
  if (days === 0) return "today is the last day";
  const count = Math.abs(days);
  return `${count} ${count === 1 ? "day" : "days"} ${days > 0 ? "left" : "ago"}`;
}
