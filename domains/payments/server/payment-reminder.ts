import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { findLeasesToNotify, type LeaseToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import { listOpenCharges } from "#domains/ledger/server/account/list-open-charges.ts";
import { sumAmountsDue } from "#domains/ledger/server/account/sum-amounts-due.ts";
import { lockAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { notificationText } from "#domains/notifications/kinds.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { queueEmail, sendsEmails } from "#server/integrations/email/outbox.ts";
import { findEmailRecipients, notify } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { formatCalendarDay, formatTime } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { PaymentReminder, sendPaymentReminder } from "../reminder-contract.ts";
import { readPaymentInstructions } from "./manual-payments/instructions-routes.ts";

const kind = "payment.reminder";
/** The email lists this many charges, the oldest first. The total has all of them. */
const maxListedCharges = 20;

/** Returns the overdue amount and the people a reminder would reach. @throws AppError not_found */
export async function readReminder(ctx: SignedInCtx, leaseId: number): Promise<PaymentReminder> {
  const { overdueCents, overdueSince, onItsWayCents } = await sumAmountsDue(ctx, [leaseId]);
  const { lease: _, ...contacts } = await findContacts(ctx, leaseId);
  return { overdueCents, overdueSince, onItsWayCents, ...contacts };
}

/**
 * Reminds the people on a lease of everything overdue, by notification and by an email with the charges and
 * how to pay. The lease's history records it.
 * @throws AppError not_found; conflict if nothing is overdue, no one is on the lease, or a reminder was
 * already sent today and `again` isn't set
 */
export async function sendReminder(
  ctx: SignedInCtx,
  leaseId: number,
  { again = false }: BodyOf<typeof sendPaymentReminder>,
): Promise<ResponseOf<typeof sendPaymentReminder>> {
  const { today, propertyId } = await lockAccount(ctx, leaseId);
  const { overdueCents, overdueSince, creditCents } = await sumAmountsDue(ctx, [leaseId]);
  if (overdueSince === null) throw conflict("Nothing is overdue on this lease.");
  const { people, last: lastReminder, timeZone, lease } = await findContacts(ctx, leaseId);
  if (lease === undefined || people.length === 0)
    throw conflict(
      "There's no one on this lease to remind. Add a person to the lease, or contact the company.",
    );
  if (lastReminder !== null && lastReminder.isToday && !again)
    throw conflict(
      `${lastReminder.who ?? "The portal"} already sent a reminder today at ${formatTime(lastReminder.at, timeZone)}. Confirm to send another.`,
    );
  await notify(ctx, lease.memberIds, {
    ...describeReminder(ctx, lease, overdueCents),
    link: "/payments",
    propertyId,
  });
  const email = await buildReminderEmail(ctx, {
    leaseId,
    lease,
    today,
    overdueCents,
    overdueSince,
    creditCents,
  });
  const emailedPeople = people.filter(({ receivesEmail }) => receivesEmail);
  for (const person of emailedPeople)
    await queueEmail(ctx, {
      ...email,
      to: { address: person.email, userId: person.id, fullName: person.fullName },
      ...unsubscribeLink(ctx, person.id, [kind]),
    });
  const sentCounts = { notified: people.length, emailed: emailedPeople.length };
  await audit(ctx, {
    action: "payment.reminder-sent",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId,
    details: { amountCents: overdueCents, ...sentCounts },
  });
  return sentCounts;
}

interface ReminderContents {
  leaseId: number;
  lease: LeaseToNotify;
  /** Today's date at the property. */
  today: Day;
  overdueCents: number;
  overdueSince: Day;
  creditCents: number;
}

async function buildReminderEmail(
  ctx: SignedInCtx,
  { leaseId, lease, today, overdueCents, overdueSince, creditCents }: ReminderContents,
) {
  const charges = (await listOpenCharges(ctx, leaseId)).filter(({ dueOn }) => dueOn < today);
  const listedCharges = charges.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn)).slice(0, maxListedCharges);
  const otherCharges = {
    name: "Other overdue charges",
    value: formatMoney(overdueCents - sumOpenCents(listedCharges)),
  };
  return {
    template: "payment-reminder" as const,
    subject: "Payment reminder",
    paragraphs: [
      `${notificationText(describeReminder(ctx, lease, overdueCents))}. The oldest charge was due ${formatCalendarDay(overdueSince)}.`,
      ...(creditCents > 0 ? [`Your account also has a credit of ${formatMoney(creditCents)}.`] : []),
      await describeWaysToPay(ctx),
    ],
    details: [
      ...listedCharges.map(({ description, dueOn, openCents }) => ({
        name: `${description}, due ${formatCalendarDay(dueOn)}`,
        value: formatMoney(openCents),
      })),
      ...(charges.length > maxListedCharges ? [otherCharges] : []),
      { name: "Total overdue", value: formatMoney(overdueCents), isTotal: true },
    ],
    link: { label: ctx.cards === null ? "Open payments" : "Pay now", path: "/payments" },
  };
}

const describeReminder = (ctx: SignedInCtx, { building, units }: LeaseToNotify, cents: number) =>
  ({ kind, details: { by: ctx.actor.fullName, cents, building, units } }) as const;

const alternatives = new Intl.ListFormat("en-US", { type: "disjunction" });

async function describeWaysToPay(ctx: SignedInCtx): Promise<string> {
  const { payee, zelleHandle, accountingEmail } = await readPaymentInstructions(ctx);
  const ways = [
    ...(ctx.cards === null ? [] : ["online"]),
    `by check to ${payee}`,
    ...(zelleHandle === "" ? [] : [`by Zelle to ${zelleHandle}`]),
  ];
  return [
    `You can pay ${alternatives.format(ways)}.`,
    ...(accountingEmail === "" ? [] : [`Send payment questions to ${accountingEmail}.`]),
  ].join(" ");
}

interface Contacts extends Pick<PaymentReminder, "company" | "contact" | "people" | "last"> {
  timeZone: string;
  lease: LeaseToNotify | undefined;
}

/**
 * Returns the company's contact, the people a reminder reaches, and the last reminder. @throws AppError
 * not_found
 */
async function findContacts(ctx: SignedInCtx, leaseId: number): Promise<Contacts> {
  const { rows } = await sql<Omit<Contacts, "people" | "lease">>`
    select c.name as company, p.time_zone as "timeZone", json_build_object('email', c.contact_email, 'phone', c.contact_phone) as contact,
      (select json_build_object('at', sent.at, 'who', sent.who, 'isToday', (sent.at at time zone p.time_zone)::date
          = (${ctx.now}::timestamptz at time zone p.time_zone)::date) from (
        (select a.at, a.actor_name as who from audit_log a
          where a.subject_type = 'lease' and a.subject_id = ${String(leaseId)} and a.action = 'payment.reminder-sent'
          order by a.at desc, a.id desc limit 1)
        union all
        (select r.sent_at, null from payment_reminders r where r.lease_id = l.id and r.days_before < 0
          order by r.sent_at desc limit 1)
      ) sent order by sent.at desc limit 1) as last
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  if (rows[0] === undefined) throw notFound("lease");
  const lease = (await findLeasesToNotify(ctx, [leaseId])).get(leaseId);
  const memberIds = lease?.memberIds ?? [];
  const emailedIds = sendsEmails(ctx) ? await findEmailRecipients(ctx, kind, memberIds) : new Set();
  const people = await ctx.db
    .selectFrom("users")
    .select(["id", "full_name", "email"])
    .where(sql<boolean>`id = any(${memberIds}::bigint[])`)
    .orderBy("full_name")
    .execute();
  return {
    ...rows[0],
    lease,
    people: people.map(({ id, full_name, email }) => ({
      id,
      fullName: full_name,
      email,
      receivesEmail: emailedIds.has(id),
    })),
  };
}

const sumOpenCents = (charges: readonly { openCents: number }[]): number =>
  charges.reduce((sum, { openCents }) => sum + openCents, 0);

const formatMoney = (cents: number): string => formatCents(toCents(cents));
