import { type FormEvent, useState } from "react";
import { documentAccept, refusalOf } from "#domains/documents/check-file.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { FileUp, X } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileButton } from "#web/ui/file-button.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { useDropped } from "#web/ui/use-dropped.ts";
import type { WorkOrder } from "../contract.ts";
import { filesAtOnceMax } from "../files-contract.ts";
import { useAddFiles } from "./api.ts";
import { type Choice, useChosen } from "./chosen.ts";
import { Refusals } from "./refusals.tsx";
import { SendChosen, useSending } from "./send-chosen.tsx";

const choice: Choice = {
  max: filesAtOnceMax,
  sentence: `At most ${filesAtOnceMax} files are added at once`,
  refusalOf: (file) => {
    const refusal = refusalOf(file);
    return refusal && `${file.name}: ${refusal}`;
  },
};

const audiences = [
  { value: "true", label: "Staff only", hint: "The tenant does not see them." },
  { value: "false", label: "Shared", hint: "The tenant sees them." },
] as const;

/**
 * Adds files to an order, by choosing or dropping them. What is chosen stays on this device until it is sent; closing the order
 * aborts the upload.
 */
export function AddFiles({ order }: { order: WorkOrder }) {
  const files = useChosen(`files:${order.id}`, choice);
  const canWrite = useIsServerReachable();
  const isStaff = order.may.commentInternally;
  const [internal, setInternal] = useState<"true" | "false">(isStaff ? "true" : "false");
  const sending = useSending();
  const { mutate, isPending } = useAddFiles(order.id, sending.endAnd(files.discard));
  const dropped = useDropped(files.add, isPending);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const chosen = files.chosen.map(({ file }) => file);
    mutate({ files: chosen, fields: { internal }, ...sending.begin(chosen, internal) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has the button inside it
    <form
      onSubmit={send}
      {...dropped.handlers}
      className={classes(
        "-m-2 rounded-card border-2 border-dashed p-1.5 print:hidden",
        dropped.isOver ? "border-accent bg-accent-soft" : "border-transparent",
      )}
    >
      <FileButton
        label="Add files"
        icon={<FileUp aria-hidden="true" />}
        isDisabled={isPending}
        accept={documentAccept}
        size="sm"
        onFiles={files.add}
      />
      <Refusals refusals={files.refusals} />
      {files.chosen.length > 0 && (
        <ul aria-label="Chosen files" className="mt-3 divide-y divide-line border-line border-y">
          {files.chosen.map(({ id, file }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                {file.name} <span className="text-ink-soft text-sm">{formatBytes(file.size)}</span>
              </span>
              <IconButton label={`Remove ${file.name}`} disabled={isPending} onClick={() => files.remove(id)}>
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <SendChosen
        what="file"
        count={files.chosen.length}
        canSend={canWrite}
        share={sending.share}
        isSending={isPending}
        onDiscard={files.discard}
      >
        {isStaff && (
          <div className="flex flex-wrap items-center gap-x-3">
            <Segments
              legend="Who sees the files"
              options={audiences}
              chosen={internal}
              onChoose={setInternal}
            />
            <span className="text-ink-soft text-sm">
              {audiences.find(({ value }) => value === internal)?.hint}
            </span>
          </div>
        )}
      </SendChosen>
    </form>
  );
}
