import { type FormEvent, useState } from "react";
import { documentAccept, findFileError } from "#domains/documents/check-file.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { FileUp, X } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { useFileDrop } from "#web/ui/forms/use-file-drop.ts";
import type { WorkOrder } from "../../contract.ts";
import { maxFilesPerUpload } from "../../files-contract.ts";
import { FileErrors } from "./file-errors.tsx";
import { type FileLimits, useFileSelection } from "./file-selection.ts";
import { useAddFiles } from "./mutations.ts";
import { SendSelected, useUpload } from "./send-selected.tsx";

const fileLimits: FileLimits = {
  maxFiles: maxFilesPerUpload,
  limitMessage: `You can add up to ${maxFilesPerUpload} files at a time`,
  validate: (file) => {
    const error = findFileError(file);
    return error && `${file.name}: ${error}`;
  },
};

const audiences = [
  { value: "true", label: "Staff only", hint: "Hidden from the tenant." },
  { value: "false", label: "Shared", hint: "Visible to the tenant." },
] as const;

/**
 * Adds selected or dropped files to a work order. They stay on this device until they're sent. Closing the work
 * order aborts the upload.
 */
export function AddFiles({ order }: { order: WorkOrder }) {
  const selection = useFileSelection(`files:${order.id}`, fileLimits);
  const canWrite = useIsServerReachable();
  const isStaff = order.can.commentInternally;
  const [internal, setInternal] = useState<"true" | "false">(isStaff ? "true" : "false");
  const upload = useUpload();
  const { mutate, isPending } = useAddFiles(order.id, upload.finishThen(selection.discard));
  const dropArea = useFileDrop(selection.add, isPending);
  const sendFiles = (event: FormEvent) => {
    event.preventDefault();
    const files = selection.files.map(({ file }) => file);
    mutate({ files, fields: { internal }, ...upload.startUpload(files, internal) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside does the same as dropping
    <form
      onSubmit={sendFiles}
      {...dropArea.handlers}
      className={classes(
        "-m-2 rounded-card border-2 border-dashed p-1.5 print:hidden",
        dropArea.isOver ? "border-accent bg-accent-soft" : "border-transparent",
      )}
    >
      <FileButton
        label="Add files"
        icon={<FileUp aria-hidden="true" />}
        isDisabled={isPending}
        accept={documentAccept}
        size="sm"
        onFiles={selection.add}
      />
      <FileErrors errors={selection.errors} />
      {selection.files.length > 0 && (
        <ul aria-label="Selected files" className="mt-3 divide-y divide-line border-line border-y">
          {selection.files.map(({ id, file }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <span className="min-w-0 grow [overflow-wrap:anywhere]">
                {file.name} <span className="text-ink-soft text-sm">{formatBytes(file.size)}</span>
              </span>
              <IconButton
                label={`Remove ${file.name}`}
                disabled={isPending}
                onClick={() => selection.remove(id)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <SendSelected
        noun="file"
        count={selection.files.length}
        canSend={canWrite}
        progress={upload.share}
        isSending={isPending}
        onDiscard={selection.discard}
      >
        {isStaff && (
          <div className="flex flex-wrap items-center gap-x-3">
            <Segments
              legend="Who can see these files"
              options={audiences}
              selected={internal}
              onSelect={setInternal}
            />
            <span className="text-ink-soft text-sm">
              {audiences.find(({ value }) => value === internal)?.hint}
            </span>
          </div>
        )}
      </SendSelected>
    </form>
  );
}
