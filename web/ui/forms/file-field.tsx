import { type ReactNode, useId } from "react";
import { formatBytes } from "#shared/format/bytes.ts";
import { FileUp } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { DropArea } from "#web/ui/forms/drop-area.tsx";

interface FileFieldProps {
  label: string;
  /** The prompt, such as `Choose a CSV file, or drop it here`. */
  prompt: string;
  /** The file types the browser offers. */
  accept: string;
  error?: string;
  hint: string;
  file: File | null;
  isDisabled?: boolean;
  onSelect: (file: File | null) => void;
  /** Another way to select the file. */
  children?: ReactNode;
}

/** A field for a single file, selected or dropped. */
export function FileField(props: FileFieldProps) {
  const { label, prompt, accept, hint, error, file, isDisabled = false, onSelect, children } = props;
  const id = useId();
  return (
    <div>
      <span id={`${id}-label`} className="sr-only">
        {label}
      </span>
      <DropArea
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint`}
        accept={accept}
        isDisabled={isDisabled}
        onFiles={([selected]) => selected !== undefined && onSelect(selected)}
        className="min-h-32 py-5"
      >
        <FileUp aria-hidden="true" className="size-6 text-ink-faint" />
        <span className="mt-1.5 line-clamp-2 max-w-full font-medium wrap-anywhere text-accent-text">
          {file === null ? prompt : file.name}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          {file === null ? hint : `${formatBytes(file.size)}. Choose or drop another to replace it.`}
        </span>
      </DropArea>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-red-text text-sm">
          {error}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {children}
        {file !== null && (
          <Button variant="ghost" disabled={isDisabled} onClick={() => onSelect(null)}>
            Remove File
          </Button>
        )}
      </div>
    </div>
  );
}
