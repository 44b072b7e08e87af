import { useMutation, useQuery } from "@tanstack/react-query";
import { formatOverdueSince } from "#domains/ledger/describe.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { Button } from "#web/ui/button.tsx";
import { ContactLinks } from "#web/ui/faces/contact-links.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type PaymentReminder, readPaymentReminder, sendPaymentReminder } from "../../reminder-contract.ts";

interface ReminderDialogProps {
  leaseId: number;
  company: string;
  onClose: () => void;
}

/**
 * The overdue amount of a lease, its contacts, and the button that reminds the people on the lease. On the
 * day of a reminder, the button says that it sends another.
 */
export function ReminderDialog({ leaseId, company, onClose }: ReminderDialogProps) {
  const params = { id: leaseId };
  const query = useQuery(endpointQuery(readPaymentReminder, { params }));
  const refetchHistory = useRefetch(
    [`/api/leases/${leaseId}/history`],
    [`/api/leases/${leaseId}/payment-reminder`],
  );
  const wasRemindedToday = query.data?.last?.isToday === true;
  const send = useMutation({
    mutationFn: () => call(sendPaymentReminder, { params, body: { again: wasRemindedToday } }),
    onSuccess: ({ notified, emailed }) => {
      toast({
        title: "Reminder Sent",
        description: `${company}: ${countPeople(notified)} notified, ${emailed} by email.`,
      });
      onClose();
    },
    onSettled: refetchHistory,
  });
  const canSend = query.data !== undefined && query.data.people.length > 0 && query.data.overdueCents > 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Send Reminder, ${company}`}
      description={query.data === undefined ? "Loading..." : describeDebt(query.data)}
      footer={
        <Button
          variant="primary"
          disabled={!canSend}
          isBusy={send.isPending}
          busyLabel="Sending..."
          onClick={() => send.mutate()}
        >
          {wasRemindedToday ? "Send Again" : "Send Reminder"}
        </Button>
      }
    >
      {query.isError && (
        <ErrorState
          title="Couldn't load the reminder."
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonRows count={3} />}
      {query.data !== undefined && (
        <div className="space-y-4">
          {send.error !== null && (
            <Banner kind="danger" title="The reminder wasn't sent">
              {toUserMessage(send.error)}
            </Banner>
          )}
          <ReminderNotes reminder={query.data} />
          <Contacts reminder={query.data} />
        </div>
      )}
    </Dialog>
  );
}

const formatMoney = (cents: number) => formatCents(toCents(cents));
const countPeople = (count: number) => (count === 1 ? "1 person" : `${count} people`);

const describeDebt = ({ overdueCents, overdueSince }: PaymentReminder) =>
  overdueSince === null
    ? "Nothing is overdue on this lease."
    : `${formatMoney(overdueCents)} overdue since ${formatOverdueSince(overdueSince)}. The reminder lists the charges and how to pay.`;

/** Notes before sending: the last reminder, a payment on its way, and the people who get no email. */
function ReminderNotes({ reminder: { last, onItsWayCents, people } }: { reminder: PaymentReminder }) {
  const namesWithoutEmail = people
    .filter(({ receivesEmail }) => !receivesEmail)
    .map(({ fullName }) => fullName);
  return (
    <>
      {last?.isToday === true && (
        <Banner kind="warning" title="A reminder was already sent today">
          {`${last.who ?? "The portal"} sent it ${formatMoment(last.at)}.`}
        </Banner>
      )}
      {last?.isToday === false && (
        <p className="text-ink-soft">
          {`Last reminder: ${formatMoment(last.at)}, ${last.who ?? "sent automatically"}.`}
        </p>
      )}
      {onItsWayCents > 0 && (
        <Banner kind="info" title={`${formatMoney(onItsWayCents)} is on its way`}>
          A payment was sent or reported and hasn't been received yet.
        </Banner>
      )}
      {people.length === 0 && (
        <Banner kind="warning" title="No one is on this lease">
          The portal has no one to remind. Contact the company, or add a person to the lease.
        </Banner>
      )}
      {namesWithoutEmail.length > 0 && (
        <Banner
          kind="warning"
          title={
            namesWithoutEmail.length === people.length
              ? "No email will be sent"
              : "Not everyone gets an email"
          }
        >
          {`${new Intl.ListFormat("en-US").format(namesWithoutEmail)} will see the reminder in the portal only. Emails need an email server, a confirmed email address, and emails about rent turned on.`}
        </Banner>
      )}
    </>
  );
}

function Contacts({ reminder: { company, contact, people } }: { reminder: PaymentReminder }) {
  const contacts = [
    { key: "company", name: company, ...contact },
    ...people.map(({ id, fullName, email }) => ({ key: String(id), name: fullName, email, phone: null })),
  ];
  return (
    <ul aria-label="Contacts" className="divide-y divide-line border-line border-y">
      {contacts.map(({ key, name, email, phone }) => (
        <li key={key} className="flex items-center justify-between gap-3 py-2">
          <div className="min-w-0">
            <p className="font-medium">{name}</p>
            {phone !== null && <p className="text-ink-soft text-sm">{phone}</p>}
            {email !== null && <EmailLink email={email} isQuiet />}
            {email === null && phone === null && (
              <p className="text-ink-soft text-sm">No phone number or email address yet</p>
            )}
          </div>
          <ContactLinks name={name} phone={phone} email={email} />
        </li>
      ))}
    </ul>
  );
}
