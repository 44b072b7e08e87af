import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { addressOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { readMail, readMailPage, readOutboxFigures } from "../outbox-contract.ts";
import { MailState } from "./mail-state.tsx";
import { useResend } from "./outbox-changes.ts";
import { refreshMs } from "./refresh.ts";

type WholeMail = ResponseOf<typeof readMail>;

const views = [
  { value: "page", label: "As its reader sees it" },
  { value: "text", label: "As text" },
] as const;

/** A mail with its text and delivery; it can be sent again. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [view, setView] = useState<(typeof views)[number]["value"]>("page");
  const {
    data: mail,
    error,
    refetch,
  } = useQuery({
    ...endpointQuery(readMail, { params: { id } }),
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });
  return (
    <Dialog
      isOpen
      isInAddress
      onClose={onClose}
      size="lg"
      title={mail?.subject ?? "Mail"}
      titleAside={mail !== undefined && <MailState state={mail.state} />}
      description={mail === undefined ? null : `To ${mail.to}, ${formatMoment(mail.createdAt)}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mail !== undefined && <Resend mail={mail} onDone={onClose} />}
        </>
      }
    >
      {mail === undefined && error === null && <SkeletonRows count={3} />}
      {mail === undefined && error !== null && (
        <ErrorState title="The mail could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {mail !== undefined && (
        <>
          <Delivery mail={mail} />
          <div className="mb-4">
            <Tabs name="mail" label="How the mail is shown" tabs={views} value={view} onChange={setView} />
          </div>
          <TabPanel name="mail" value={view}>
            {view === "page" ? (
              <iframe
                // The mail runs no scripts and has no access to this page; its links open in another tab.
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                src={addressOf(readMailPage, { params: { id: mail.id } })}
                title="The mail as its reader sees it"
                className="h-[55dvh] w-full rounded-control ring-1 ring-line"
              />
            ) : (
              <p className="max-w-[70ch] whitespace-pre-wrap leading-relaxed wrap-anywhere">
                <WithLinks text={mail.text} />
              </p>
            )}
          </TabPanel>
        </>
      )}
    </Dialog>
  );
}

function Delivery({ mail: { state, tries, lastError, nextTryAt, sentAt } }: { mail: WholeMail }) {
  const tried = tries === 1 ? "Tried once" : `Tried ${tries} times`;
  if (state === "failed")
    return (
      <div className="mb-4">
        <Banner kind="danger" title="It could not be delivered">
          <span className="block wrap-anywhere">{lastError}</span>
          {tried}, without success.
        </Banner>
      </div>
    );
  if (state === "retrying")
    return (
      <div className="mb-4">
        <Banner kind="warning" title="It could not be delivered yet">
          <span className="block wrap-anywhere">{lastError}</span>
          {tried}.{nextTryAt !== null && ` Next try ${formatMoment(nextTryAt)}.`}
        </Banner>
      </div>
    );
  if (sentAt === null) return null;
  return <p className="mb-4 text-ink-soft">The mail server accepted it {formatMoment(sentAt)}.</p>;
}

function Resend({ mail, onDone }: { mail: WholeMail; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const resend = useResend();
  const canWrite = useIsServerReachable();
  const { data: figures } = useQuery(endpointQuery(readOutboxFigures, {}));
  const mayResend = useMay("outbox.resend") && figures?.hasMailServer === true;
  if (!mayResend || mail.state === "queued") return null;
  if (mail.isCut)
    return (
      <p className="order-first basis-full text-ink-soft text-sm sm:flex-1 sm:basis-0">
        Its one-time link or code has been removed, so it cannot be sent again.
      </p>
    );
  const send = () => resend.mutate(mail, { onSuccess: onDone, onError: () => setIsAsking(false) });
  if (mail.state !== "sent")
    return (
      <Button
        variant="primary"
        disabled={!canWrite}
        isBusy={resend.isPending}
        busyLabel="Resending..."
        onClick={send}
      >
        Resend
      </Button>
    );
  return (
    <>
      <Button disabled={!canWrite} onClick={() => setIsAsking(true)}>
        Resend
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Send this mail again?"
        description={`${mail.to} already received it. A new mail with the same text will be sent.`}
        confirmLabel="Resend"
        busyLabel="Resending..."
        isBusy={resend.isPending}
        onConfirm={send}
      />
    </>
  );
}

/** The text of the mail, with its addresses as links. */
function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
      <a key={at} href={part} className="text-accent-text underline underline-offset-4">
        {part}
      </a>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
