import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { defineList } from "#server/list/define-list.ts";
import { notFound } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { getGrant } from "#shared/permissions.ts";
import { type Confirmation, type listConfirmations, readProof } from "../../confirmations-contract.ts";
import { paymentMethodLabels } from "../../methods.ts";
import { leaseColumns } from "../history/list-payments.ts";
import { selectPaymentOfReport } from "./find-same-payments.ts";

type ConfirmationQuery = QueryOf<typeof listConfirmations> & { id?: number };
type ConfirmationRow = Omit<
  Confirmation,
  "amountFormatted" | "createdAt" | "reviewedAt" | "proof" | "can"
> & {
  createdAt: Date;
  reviewedAt: Date | null;
  proofName: string | null;
  proofType: string | null;
  canReportAgain: boolean;
};

/** The count stops here. A reference with more matches is just a word such as "cash". */
const maxSameReferences = 100;

/**
 * Counts other confirmations with the same reference, and payments posted without a confirmation, so that
 * reviewers don't credit a payment twice.
 */
const countSameReference = (accessScope: AccessScope) => sql<number>`((select count(*) from (
    select from payment_confirmations o where o.method = k.method and fold_text(o.reference) = fold_text(k.reference)
      and o.state in ('pending', 'approved') and o.id <> k.id and ${managesProperty(accessScope, sql`o.property_id`)} limit ${sql.lit(maxSameReferences)}) confirmed)
  + (select count(*) from (
    select from payments p where p.method = k.method and fold_text(p.reference) = fold_text(k.reference) and p.reference <> ''
      and p.reversal_cause is null and ${managesProperty(accessScope, sql`p.property_id`)} and not exists (select from payment_confirmations o where o.payment_id = p.entry_id)
    limit ${sql.lit(maxSameReferences)}) entered))::integer`;

/** How long a payer is asked to report a rejected payment again, or to pay another way. */
const reportAgainDays = 30;

/**
 * Whether the user should report their rejected payment again, because nothing has been reported or paid
 * since.
 */
const canReportAgain = ({
  actor,
  now,
}: SignedInCtx) => sql<boolean>`(k.state = 'rejected' and k.user_id = ${actor.id}
  and k.reviewed_at > ${now}::timestamptz - make_interval(days => ${sql.lit(reportAgainDays)})
  and not exists (select from payment_confirmations newer where newer.lease_id = k.lease_id and newer.id > k.id and newer.created_at >= k.reviewed_at
    and newer.state <> 'withdrawn')
  and not exists (select from payments p where p.lease_id = k.lease_id and p.paid_at > k.reviewed_at))`;

const idColumn = sql`k.id`;

/** Confirmations the user can access, newest first (requirements, "Manual confirmation"). */
export const confirmationList = defineList<ConfirmationQuery, ConfirmationRow, Confirmation>({
  from: sql`payment_confirmations k join leases l on l.id = k.lease_id`,
  columns: (ctx) => sql`
    k.id, k.amount_cents as "amountCents", k.description, k.method, k.reference as "transactionId",
    k.payment_date as "paymentDate",
    case when k.state = 'pending' and k.payment_date <= closed_through(k.property_id) then closed_through(k.property_id) + 1 end as "datedOn",
    k.notes, k.state, k.reason, k.created_at as "createdAt", k.reviewed_at as "reviewedAt",
    (select u.full_name from users u where u.id = k.reviewed_by_id) as reviewer,
    (select json_build_object('id', u.id, 'fullName', u.full_name) from users u where u.id = k.user_id) as "user",
    k.lease_id as "leaseId", ${leaseColumns}, k.proof_name as "proofName", k.proof_type as "proofType",
    ${countSameReference(ctx.actor.accessScope)} as "sameReference",
    case when k.state = 'pending' and ${managesProperty(ctx.actor.accessScope, sql`k.property_id`)} then ${selectPaymentOfReport(ctx)} end as "samePayment",
    ${canReportAgain(ctx)} as "canReportAgain", k.payment_id as "paymentId", k.version`,
  id: idColumn,
  sort: () => ({ by: [idColumn], descending: true }),
  scope: moneyScope,
  filters: {
    state: (state) => sql`k.state = ${state}`,
    propertyId: (propertyId) => sql`k.property_id = ${propertyId}`,
    leaseId: (leaseId) => sql`k.lease_id = ${leaseId}`,
    id: (confirmationId) => sql`k.id = ${confirmationId}`,
  },
  present: (rows, { ctx }) => rows.map((row) => present(ctx, row)),
  csv: {
    name: "payment-confirmations",
    cells: {
      Confirmation: (confirmation) => confirmation.id,
      Company: ({ company }) => company,
      Property: ({ property }) => property.name,
      Unit: ({ unit }) => unit?.unitNumber ?? "",
      "Paid by": ({ user }) => user.fullName,
      Amount: ({ amountCents }) => formatCents(toCents(amountCents)),
      Method: ({ method }) => paymentMethodLabels[method],
      Reference: ({ transactionId }) => transactionId,
      "Payment date": ({ paymentDate }) => paymentDate,
      Description: ({ description }) => description,
      Notes: ({ notes }) => notes,
      Status: ({ state }) => state,
      "Reviewed by": ({ reviewer }) => reviewer,
      Reason: ({ reason }) => reason,
    },
  },
});

/** Whether the user can withdraw a pending confirmation that they can see. */
export const canWithdraw = ({ actor }: SignedInCtx, reporterId: number): boolean =>
  reporterId === actor.id || actor.accessScope.effectiveRole === "tenant";

function present(
  ctx: SignedInCtx,
  { proofName, proofType, canReportAgain: reportAgain, ...row }: ConfirmationRow,
): Confirmation {
  const { actor } = ctx;
  const isOwn = row.user.id === actor.id;
  const isPending = row.state === "pending";
  return {
    ...row,
    amountFormatted: formatCents(toCents(row.amountCents)),
    createdAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    proof:
      proofName === null
        ? null
        : {
            name: proofName,
            url: readProof.path.replace(":id", String(row.id)),
            isPhoto: proofType !== "application/pdf",
          },
    can: {
      review: isPending && !isOwn && getGrant(actor.accessScope.effectiveRole, "payments.review") !== "no",
      addProof: isPending && isOwn,
      reportAgain,
      withdraw: isPending && canWithdraw(ctx, row.user.id),
    },
  };
}

/**
 * Returns one confirmation.
 * @throws AppError not_found if it doesn't exist or the user can't access it
 */
export async function getConfirmation(ctx: SignedInCtx, id: number): Promise<Confirmation> {
  const [confirmation] = await confirmationList.first(ctx, { id }, 1);
  if (confirmation === undefined) throw notFound("payment confirmation");
  return confirmation;
}
