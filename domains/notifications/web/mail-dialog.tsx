import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { readMail } from "#domains/notifications/contract.ts";
import { MailState } from "#domains/notifications/web/mail-state.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** One mail as it was written. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: mail, error, refetch } = useQuery(endpointQuery(readMail, { params: { id } }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={mail?.subject ?? "Mail"}
      titleAside={mail !== undefined && <MailState state={mail.state} />}
      description={mail === undefined ? null : `To ${mail.to}, ${formatMoment(mail.createdAt)}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {mail === undefined && error === null && <SkeletonRows count={3} />}
      {mail === undefined && error !== null && (
        <ErrorState title="The mail could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {mail?.lastError != null && (
        <div className="mb-4">
          <Banner kind="danger" title="It could not be delivered">
            {mail.lastError}
          </Banner>
        </div>
      )}
      {mail !== undefined && (
        <p className="max-w-[70ch] whitespace-pre-wrap leading-relaxed">
          <WithLinks text={mail.text} />
        </p>
      )}
    </Dialog>
  );
}

/** The mail's text with its addresses as links. */
function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have only their places
      <a key={at} href={part} className="text-accent-text underline underline-offset-4">
        {part}
      </a>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
