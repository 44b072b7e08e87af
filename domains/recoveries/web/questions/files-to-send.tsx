import { useState } from "react";
import { documentOrPhotoAccept } from "#domains/documents/web/upload/photos-to-pdf.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { toUserMessage } from "#web/api-client.ts";
import { FileUp, X } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { toDocuments } from "./to-documents.ts";

interface FilesToSendProps {
  files: readonly File[];
  isDisabled: boolean;
  onChange: (files: readonly File[]) => void;
}

/** The files that are sent with a question or an answer. Photos become a PDF. */
export function FilesToSend({ files, isDisabled, onChange }: FilesToSendProps) {
  const [error, setError] = useState<string>();
  const add = async (selected: readonly File[]) => {
    try {
      onChange([...files, ...(await toDocuments(selected))]);
      setError(undefined);
    } catch (caught) {
      setError(toUserMessage(caught));
    }
  };
  return (
    <div>
      <FileButton
        label="Add Files"
        icon={<FileUp aria-hidden="true" />}
        accept={documentOrPhotoAccept}
        isDisabled={isDisabled}
        size="sm"
        onFiles={(selected) => void add(selected)}
      />
      {error !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {error}
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label="Selected files" className="mt-2 divide-y divide-line border-line border-y">
          {files.map((file, index) => (
            <li key={`${index} ${file.name}`} className="flex items-center gap-2 py-1">
              <span className="wrap-anywhere min-w-0 grow">
                {file.name} <span className="text-ink-soft text-sm">{formatBytes(file.size)}</span>
              </span>
              <IconButton
                label={`Remove ${file.name}`}
                disabled={isDisabled}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
