import { type ReactNode, useId } from "react";
import { formatBytes } from "#shared/format/bytes.ts";
import { FileUp } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { DropArea } from "#web/ui/forms/drop-area.tsx";
import { fileHint } from "../../kinds.ts";
import { documentOrPhotoAccept } from "./photos-to-pdf.ts";

interface FilesFieldProps {
  files: readonly File[];
  error: string | undefined;
  isDisabled: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (file: File) => void;
  /** Another way to add files. */
  children: ReactNode;
}

/**
 * Where files are selected or dropped (DOC-17, DOC-18). The name of a single file is shown here, and the
 * names of several files in a list below.
 */
export function FilesField({ files, error, isDisabled, onAdd, onRemove, children }: FilesFieldProps) {
  const id = useId();
  const [file] = files;
  const onlyFile = files.length === 1 ? file : undefined;
  const totalBytes = files.reduce((sum, { size: bytes }) => sum + bytes, 0);
  return (
    <div className="flex min-w-0 flex-col">
      <span id={`${id}-label`} className="mb-1.5 font-medium">
        Document file
      </span>
      <DropArea
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint`}
        accept={documentOrPhotoAccept}
        isMultiple
        isDisabled={isDisabled}
        onFiles={onAdd}
        className="min-h-32 py-5 lg:min-h-52"
      >
        <FileUp aria-hidden="true" className="size-6 text-ink-faint" />
        <span
          className={classes(
            "mt-1.5 max-w-full font-medium text-accent-text",
            onlyFile !== undefined && "truncate",
          )}
        >
          {onlyFile?.name ??
            (file === undefined ? "Choose files, or drop them here" : `${files.length} files`)}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          {file === undefined
            ? fileHint
            : `${formatBytes(totalBytes)}. Choose or drop more files to add them.`}
        </span>
      </DropArea>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {children}
        {onlyFile !== undefined && (
          <Button variant="ghost" disabled={isDisabled} onClick={() => onRemove(onlyFile)}>
            Remove File
          </Button>
        )}
      </div>
    </div>
  );
}
