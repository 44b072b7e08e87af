import type { UseFormRegisterReturn } from "react-hook-form";
import { formatBytes } from "#shared/format/bytes.ts";
import { CircleCheck, X } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import type { UploadState } from "./use-uploads.ts";

interface FileTitlesProps {
  files: readonly File[];
  register: (index: number) => UseFormRegisterReturn;
  /** Returns the error of a title or its file. */
  getError: (index: number) => string | undefined;
  getState: (file: File) => UploadState | undefined;
  onRemove: (file: File) => void;
}

/** Several files, each with its own title, progress, and result. */
export const FileTitles = ({ files, register, getError, getState, onRemove }: FileTitlesProps) => (
  <ul aria-label="Selected files" className="divide-y divide-line border-line border-y">
    {files.map((file, index) => {
      const upload = getState(file);
      return (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-start gap-2 py-3">
          {upload?.state === "sent" ? (
            <p role="status" className="flex min-w-0 grow items-start gap-2 [overflow-wrap:anywhere]">
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green-text" />
              {`${file.name} was uploaded.`}
            </p>
          ) : (
            <>
              <Field
                label={`Title for ${file.name}`}
                isRequired
                error={getError(index)}
                hint={
                  upload?.state === "sending"
                    ? `Uploading: ${Math.floor(upload.progress * 100)}%`
                    : formatBytes(file.size)
                }
                className="min-w-0 grow [overflow-wrap:anywhere]"
              >
                <Input {...register(index)} maxLength={200} />
              </Field>
              <IconButton
                label={`Remove ${file.name}`}
                className="mt-6.5"
                disabled={upload?.state === "sending"}
                onClick={() => onRemove(file)}
              >
                <X />
              </IconButton>
            </>
          )}
        </li>
      );
    })}
  </ul>
);
