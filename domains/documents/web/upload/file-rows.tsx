import type { ReactNode } from "react";
import { formatBytes } from "#shared/format/bytes.ts";
import { CircleCheck, X } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { getFileKey } from "./fill-rows.ts";
import type { UploadState } from "./use-uploads.ts";

interface FileRowsProps {
  files: readonly File[];
  getError: (file: File) => string | undefined;
  getState: (file: File) => UploadState | undefined;
  onRemove: (file: File) => void;
  /** Returns the fields of a file. */
  children: (index: number) => ReactNode;
}

/** Several files, each with its own fields, progress, and result. */
export const FileRows = ({ files, getError, getState, onRemove, children }: FileRowsProps) => (
  <ul aria-label="Selected files" className="divide-y divide-line border-line border-y">
    {files.map((file, index) => {
      const upload = getState(file);
      const error = getError(file);
      return (
        <li key={getFileKey(file)} className="py-4">
          {upload?.state === "sent" ? (
            <p role="status" className="flex items-start gap-2 [overflow-wrap:anywhere]">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green-text" />
              {`${file.name} was uploaded.`}
            </p>
          ) : (
            <fieldset aria-label={file.name}>
              <div className="mb-3 flex items-start justify-between gap-2">
                <p className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-medium">{file.name}</span>{" "}
                  <span className="text-ink-soft text-sm">
                    {upload?.state === "sending"
                      ? `Uploading: ${Math.floor(upload.progress * 100)}%`
                      : formatBytes(file.size)}
                  </span>
                </p>
                <IconButton
                  label={`Remove ${file.name}`}
                  disabled={upload?.state === "sending"}
                  onClick={() => onRemove(file)}
                >
                  <X />
                </IconButton>
              </div>
              {error !== undefined && (
                <p role="alert" className="mb-3 text-red-text text-sm">
                  {error}
                </p>
              )}
              <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-[repeat(6,minmax(0,1fr))]">
                {children(index)}
              </div>
            </fieldset>
          )}
        </li>
      );
    })}
  </ul>
);
