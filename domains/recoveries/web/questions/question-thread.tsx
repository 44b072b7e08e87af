import { useState } from "react";
import { Link } from "wouter";
import { documentOrPhotoAccept } from "#domains/documents/web/upload/photos-to-pdf.ts";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { buildPath } from "#web/api-client.ts";
import { FileUp } from "#web/icons.ts";
import { toastError } from "#web/toast-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import {
  describeLine,
  type Question,
  type QuestionState,
  questionStateLabels,
  readQuestionFile,
} from "../../questions-contract.ts";
import { AnswerDialog } from "./answer-dialog.tsx";
import { useAddFiles } from "./mutations.ts";
import { toDocuments } from "./to-documents.ts";

const tones = {
  open: "amber",
  answered: "blue",
  credited: "green",
  withdrawn: "gray",
} as const satisfies Record<QuestionState, Tone>;

export const QuestionBadge = ({ state }: Pick<Question, "state">) => (
  <Badge tone={tones[state]}>{questionStateLabels[state]}</Badge>
);

/** A question with its files and its answer, and what the user can do about it. */
export function QuestionThread({ question }: { question: Question }) {
  const { text, askedBy, askedAt, state, answer, files, can } = question;
  const [isAnswering, setIsAnswering] = useState(false);
  return (
    <li className="space-y-2 px-(--inset) py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere font-semibold">{describeLine(question)}</h3>
        <QuestionBadge state={state} />
      </div>
      <div>
        <p className="wrap-anywhere max-w-[80ch] whitespace-pre-line">{text}</p>
        <p className="text-ink-soft text-sm">{`${askedBy}, ${formatDay(askedAt)}`}</p>
      </div>
      {answer !== null && (
        <div className="border-line border-l-2 pl-3">
          <p className="wrap-anywhere max-w-[80ch] whitespace-pre-line">{answer.text}</p>
          <p className="text-ink-soft text-sm">{`${answer.by}, ${formatDay(answer.at)}`}</p>
          <Credit question={question} />
        </div>
      )}
      {files.length > 0 && <Files question={question} />}
      {(can.answer || can.addFiles) && (
        <div className="flex flex-wrap gap-2">
          {can.answer && (
            <Button size="sm" variant="primary" onClick={() => setIsAnswering(true)}>
              Answer
            </Button>
          )}
          {can.addFiles && <AddFiles id={question.id} />}
        </div>
      )}
      {isAnswering && <AnswerDialog question={question} onClose={() => setIsAnswering(false)} />}
    </li>
  );
}

function Credit({ question: { creditCents, isCreditReversed, leaseId } }: { question: Question }) {
  if (creditCents === null) return null;
  return (
    <p>
      {isCreditReversed
        ? `A credit of ${formatAmount(creditCents)} was reversed.`
        : `${formatAmount(creditCents)} was credited.`}{" "}
      <Link href={leaseLedgerPath(leaseId)} className="text-accent-text underline underline-offset-4">
        View ledger
      </Link>
    </p>
  );
}

const Files = ({ question: { id, files } }: { question: Question }) => (
  <ul aria-label="Files" className="text-sm">
    {files.map(({ id: fileId, name, bytes, by }) => (
      <li key={fileId} className="wrap-anywhere">
        <a
          href={buildPath(readQuestionFile, { id, fileId })}
          download
          className="thumb text-accent-text underline underline-offset-4"
        >
          {name}
        </a>{" "}
        <span className="text-ink-soft">{`${formatBytes(bytes)}, ${by}`}</span>
      </li>
    ))}
  </ul>
);

function AddFiles({ id }: { id: number }) {
  const add = useAddFiles(id);
  return (
    <FileButton
      label={add.isPending ? "Uploading..." : "Add Files"}
      icon={<FileUp aria-hidden="true" />}
      accept={documentOrPhotoAccept}
      isDisabled={add.isPending}
      size="sm"
      onFiles={(selected) => void toDocuments(selected).then((files) => add.mutate(files), toastError)}
    />
  );
}
