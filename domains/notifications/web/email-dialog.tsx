import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { buildUrl } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { readEmail, readEmailPage, readOutboxSummary } from "../outbox-contract.ts";
import { EmailStatus } from "./email-status.tsx";
import { useResendEmail } from "./outbox-mutations.ts";
import { outboxRefreshMs } from "./outbox-refresh.ts";

type EmailWithText = ResponseOf<typeof readEmail>;

const viewTabs = [
  { value: "page", label: "Preview" },
  { value: "text", label: "Plain text" },
] as const;

/** An email with its text and delivery status. Administrators can resend it. */
export function EmailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [view, setView] = useState<(typeof viewTabs)[number]["value"]>("page");
  const {
    data: email,
    error,
    refetch,
  } = useQuery({
    ...endpointQuery(readEmail, { params: { id } }),
    refetchOnMount: "always",
    refetchInterval: outboxRefreshMs,
  });
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      size="sheet"
      title={email?.subject ?? "Email"}
      titleAside={email !== undefined && <EmailStatus state={email.state} />}
      description={email === undefined ? null : `To ${email.to}, ${formatMoment(email.createdAt)}`}
      footer={email !== undefined && <ResendButton email={email} onDone={onClose} />}
    >
      {email === undefined && error === null && <SkeletonRows count={3} />}
      {email === undefined && error !== null && (
        <ErrorState title="Couldn't load the email." error={error} onRetry={() => void refetch()} />
      )}
      {email !== undefined && (
        <>
          <DeliveryStatus email={email} />
          <div className="mb-4">
            <Tabs name="email" label="Email view" tabs={viewTabs} value={view} onChange={setView} />
          </div>
          <TabPanel name="email" value={view}>
            {view === "page" ? (
              <iframe
                // The email runs no scripts and can't access this page. Its links open in a new tab.
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                src={buildUrl(readEmailPage, { params: { id: email.id } })}
                title="Email preview"
                className="h-[55dvh] w-full rounded-control ring-1 ring-line"
              />
            ) : (
              <p className="max-w-[70ch] whitespace-pre-wrap leading-relaxed wrap-anywhere">
                <TextWithLinks text={email.text} />
              </p>
            )}
          </TabPanel>
        </>
      )}
    </Dialog>
  );
}

function DeliveryStatus({
  email: { state, attempts, lastError, nextAttemptAt, sentAt },
}: {
  email: EmailWithText;
}) {
  const attemptsText = attempts === 1 ? "Tried once." : `Tried ${attempts} times.`;
  if (state === "failed")
    return (
      <div className="mb-4">
        <Banner kind="danger" title="This email couldn't be delivered">
          <span className="block wrap-anywhere">{lastError}</span>
          {attemptsText}
        </Banner>
      </div>
    );
  if (state === "retrying")
    return (
      <div className="mb-4">
        <Banner kind="warning" title="This email couldn't be delivered yet">
          <span className="block wrap-anywhere">{lastError}</span>
          {attemptsText}
          {nextAttemptAt !== null && ` Next attempt ${formatMoment(nextAttemptAt)}.`}
        </Banner>
      </div>
    );
  if (sentAt === null) return null;
  return <p className="mb-4 text-ink-soft">Accepted by the mail server {formatMoment(sentAt)}.</p>;
}

function ResendButton({ email, onDone }: { email: EmailWithText; onDone: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const resendEmail = useResendEmail();
  const canWrite = useIsServerReachable();
  const { data: figures } = useQuery(endpointQuery(readOutboxSummary, {}));
  const canResend = useCan("outbox.resend") && figures?.hasMailServer === true;
  if (!canResend || email.state === "queued") return null;
  if (email.secretsRemoved)
    return (
      <p className="order-first basis-full text-ink-soft text-sm sm:flex-1 sm:basis-0">
        The one-time link or code has been removed, so this email can't be resent.
      </p>
    );
  const resendAndClose = () =>
    resendEmail.mutate(email, { onSuccess: onDone, onError: () => setIsConfirming(false) });
  if (email.state !== "sent")
    return (
      <Button
        variant="primary"
        disabled={!canWrite}
        isBusy={resendEmail.isPending}
        busyLabel="Resending..."
        onClick={resendAndClose}
      >
        Resend
      </Button>
    );
  return (
    <>
      <Button disabled={!canWrite} onClick={() => setIsConfirming(true)}>
        Resend
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Resend this email?"
        description={`${email.to} already received this. We'll send a new email with the same text.`}
        confirmLabel="Resend"
        busyLabel="Resending..."
        isBusy={resendEmail.isPending}
        onConfirm={resendAndClose}
      />
    </>
  );
}

/** The email's text, with its URLs as links. */
function TextWithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text are never reordered
      <a key={index} href={part} className="text-accent-text underline underline-offset-4">
        {part}
      </a>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
