import { FileSpreadsheet } from "lucide-react";
import { type ChangeEvent, type DragEvent, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

interface FileFieldProps {
  label: string;
  hint: string;
  file: File | null;
  isDisabled: boolean;
  onChoose: (file: File | null) => void;
}

/** One file, chosen or dropped. */
export function FileField({ label, hint, file, isDisabled, onChoose }: FileFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen !== undefined) onChoose(chosen);
    // Otherwise choosing the same file after correcting it says nothing.
    target.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined && !isDisabled) onChoose(dropped);
  };
  return (
    <div>
      <span id={`${id}-label`} className="sr-only">
        {label}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping has the field beside it */}
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classes(
          "relative flex min-h-32 cursor-pointer flex-col items-center justify-center rounded-card border-2 border-dashed px-4 py-5 text-center transition-colors duration-150",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
          isOver ? "border-accent bg-accent-soft" : "border-line-control/60 bg-sunken hover:bg-hover",
        )}
      >
        <FileSpreadsheet aria-hidden="true" className="size-6 text-ink-faint" />
        <span className="mt-1.5 max-w-full truncate font-medium text-accent-text">
          {file === null ? "Choose a CSV file, or drop it here" : file.name}
        </span>
        <span id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          {file === null ? hint : `${sizeOf(file.size)}. Choose or drop another to replace it.`}
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          disabled={isDisabled}
          onChange={choose}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {file !== null && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          disabled={isDisabled}
          onClick={() => onChoose(null)}
        >
          Remove File
        </Button>
      )}
    </div>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
