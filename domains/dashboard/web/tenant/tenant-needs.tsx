import { useQuery } from "@tanstack/react-query";
import { listDocuments } from "#domains/documents/contract.ts";
import { documentPath, documentsPath } from "#domains/documents/paths.ts";
import { ExpirationBadge } from "#domains/documents/web/expiration-badge.tsx";
import { paymentMethodNames } from "#domains/payments/methods.ts";
import { reportAgainPath } from "#domains/payments/paths.ts";
import { rejectedPaymentsQuery } from "#domains/payments/web/queries.ts";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { useConfirmVisit } from "#domains/work-orders/web/visits/mutations.ts";
import { formatVisit } from "#shared/format/dates.ts";
import { CalendarClock, CreditCard, PenLine, ShieldCheck } from "#web/icons.ts";
import { propertyToday } from "#web/local-today.ts";
import { openFormState } from "#web/open-form-link.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { withTimeZone } from "#web/time-zone-name.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import type { WorkOrderToAnswer } from "../../contract.ts";
import { NeedFace, NeedsCount } from "../needs-you/need-row.tsx";

/**
 * Expiring documents on the tenant's own leases, such as a certificate of insurance. Excludes the property's.
 */
const useExpiringDocuments = () =>
  useQuery({
    ...endpointQuery(listDocuments, { query: { expires: "soon", limit: "20" } }),
    select: (documents) =>
      documents
        .filter(({ leaseId }) => leaseId !== null)
        .toSorted((a, b) => (a.expiresOn ?? "").localeCompare(b.expiresOn ?? "")),
  });

/** The tenant's tasks, each with its action. Hidden if there are none. */
export function TenantNeeds({ workOrdersToAnswer }: { workOrdersToAnswer: readonly WorkOrderToAnswer[] }) {
  const { id: userId } = useUser();
  const canWrite = useIsServerReachable();
  const documents = useExpiringDocuments().data ?? [];
  const rejectedPayments = useQuery(rejectedPaymentsQuery).data ?? [];
  const count = workOrdersToAnswer.length + documents.length + rejectedPayments.length;
  if (count === 0) return null;
  return (
    <Section aria-label="Needs you">
      <header className="flex min-h-11 items-center gap-2.5 border-line border-b sm:min-h-10">
        <h2 className="text-section">Needs you</h2>
        <NeedsCount>{count}</NeedsCount>
      </header>
      <ul className="divide-y divide-line border-line border-b">
        {rejectedPayments.map(({ id, amountFormatted, method, reason }) => (
          <ListRow
            key={`payment ${id}`}
            leading={<NeedFace face={{ Icon: CreditCard, tone: "red" }} />}
            title={`Your payment of ${amountFormatted} by ${paymentMethodNames[method]} was rejected`}
            href={reportAgainPath(id)}
            action={
              <ButtonLink href={reportAgainPath(id)}>
                Report Again<span className="sr-only">{` the payment of ${amountFormatted}`}</span>
              </ButtonLink>
            }
          >
            {reason}
          </ListRow>
        ))}
        {workOrdersToAnswer.map((order) =>
          order.status === "completed" ? (
            <ListRow
              key={order.id}
              leading={
                <NeedFace face={order.by === null ? { Icon: PenLine, tone: "blue" } : { person: order.by }} />
              }
              title={`${order.title} is completed`}
              href={workOrderPath(order.id)}
              action={
                <ButtonLink href={workOrderPath(order.id)}>
                  Sign<span className="sr-only">{` off ${order.title}`}</span>
                </ButtonLink>
              }
            >
              Ready for your sign-off
            </ListRow>
          ) : (
            <VisitRow key={order.id} order={order} />
          ),
        )}
        {documents.map(({ id, title, expiresOn, property, createdBy }) => (
          <ListRow
            key={`document ${id}`}
            leading={
              <NeedFace
                face={{
                  Icon: ShieldCheck,
                  tone: (expiresOn ?? "") < propertyToday(property.timeZone) ? "red" : "amber",
                }}
              />
            }
            title={title}
            href={documentPath(id)}
            action={
              // Tenants can add versions only to their own documents. For others, they upload a new document.
              canWrite ? (
                <ButtonLink
                  href={createdBy.id === userId ? documentPath(id) : documentsPath}
                  state={openFormState}
                >
                  Upload<span className="sr-only">{` ${title}`}</span>
                </ButtonLink>
              ) : (
                <span className="text-ink-soft text-sm">Upload when online</span>
              )
            }
          >
            <ExpirationBadge expiresOn={expiresOn ?? ""} timeZone={property.timeZone} />
          </ListRow>
        ))}
      </ul>
    </Section>
  );
}

function VisitRow({ order }: { order: WorkOrderToAnswer }) {
  const { mutate, isPending } = useConfirmVisit(order);
  const canWrite = useIsServerReachable();
  return (
    <ListRow
      leading={
        <NeedFace face={order.by === null ? { Icon: CalendarClock, tone: "violet" } : { person: order.by }} />
      }
      title={`Visit for ${order.title}`}
      href={workOrderPath(order.id)}
      action={
        <Button disabled={!canWrite} isBusy={isPending} onClick={() => mutate()}>
          Confirm<span className="sr-only">{` the visit for ${order.title}`}</span>
        </Button>
      }
    >
      {order.appointment === null
        ? ""
        : withTimeZone(
            formatVisit(order.appointment, order.timeZone),
            order.timeZone,
            order.appointment.from,
          )}
    </ListRow>
  );
}
