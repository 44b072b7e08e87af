import { type ReactNode, useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import { getSubjectTypeLabel } from "../actions.ts";
import { formatField, formatValue, readDetails } from "../changes.ts";
import type { AuditEntry } from "../contract.ts";
import { Sentence, Subject } from "./sentence.tsx";

interface EntryDialogProps {
  entry: AuditEntry;
  onClose: () => void;
  /** Filters the log by this record. */
  onShowHistory: () => void;
}

/** All details of an entry: each field before and after, and its source. */
export function EntryDialog({ entry, onClose, onShowHistory }: EntryDialogProps) {
  const { changes, fields: otherDetails } = readDetails(entry.details);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sheet"
      title={entry.actorName}
      description={<Sentence entry={entry} />}
      footer={<Button onClick={onShowHistory}>History of this record</Button>}
    >
      <div className="space-y-6">
        {changes.length > 0 && (
          <DialogSection heading="What changed">
            <Changes changes={changes} />
          </DialogSection>
        )}
        {otherDetails.length > 0 && (
          <DialogSection heading="Details">
            <DetailList>
              {otherDetails.map(({ field, value }) => (
                <Detail key={field} term={formatField(field)}>
                  {formatValue(field, value)}
                </Detail>
              ))}
            </DetailList>
          </DialogSection>
        )}
        <DialogSection heading="Source">
          <DetailList>
            <Detail term="When">
              <time dateTime={entry.at}>{preciseTimeFormat.format(new Date(entry.at))}</time>
            </Detail>
            <Detail term={getSubjectTypeLabel(entry.subject.type)}>
              <Subject subject={entry.subject} />
            </Detail>
            {entry.property !== null && entry.subject.type !== "property" && (
              <Detail term="Property">
                <Subject
                  subject={{ type: "property", id: String(entry.property.id), label: entry.property.name }}
                />
              </Detail>
            )}
            <Detail term="Network address">{entry.networkAddress || "unknown"}</Detail>
            <Detail term="Request">
              <span className="break-all tabular-nums">{entry.requestId || "none"}</span>
            </Detail>
          </DetailList>
        </DialogSection>
      </div>
    </Dialog>
  );
}

const preciseTimeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "long" });

function Changes({ changes }: { changes: ReturnType<typeof readDetails>["changes"] }) {
  return (
    <SideScroll className="overflow-hidden rounded-control border border-line">
      <table className="w-full text-left">
        <thead>
          <tr className="border-line border-b text-ink-soft text-sm">
            {["Field", "Before", "After"].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {changes.map(({ field, from, to }) => (
            <tr key={field} className="align-top">
              <th scope="row" className="px-3 py-2 font-medium">
                {formatField(field)}
              </th>
              <td className="px-3 py-2 text-ink-soft wrap-anywhere">{formatValue(field, from)}</td>
              <td className="px-3 py-2 wrap-anywhere">{formatValue(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

function DialogSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2">
        {heading}
      </h3>
      {children}
    </section>
  );
}

const DetailList = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-6 gap-y-1.5">{children}</dl>
);

const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
);
