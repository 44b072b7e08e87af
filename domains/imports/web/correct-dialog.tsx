import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { ImportError } from "../contract.ts";
import { useCorrectRow } from "./mutations.ts";

interface CorrectDialogProps {
  importId: number;
  error: ImportError & { column: string };
  onClose: () => void;
}

/** Corrects one value of the file. The file itself isn't changed. */
export function CorrectDialog({
  importId,
  error: { line, column, value, message },
  onClose,
}: CorrectDialogProps) {
  const [text, setText] = useState(value ?? "");
  const { mutate, isPending, error } = useCorrectRow(importId, onClose);
  return (
    <FormDialog
      title={`Correct line ${line.toLocaleString("en-US")}`}
      description={message}
      onClose={onClose}
      onSubmit={() => mutate({ line, column, value: text })}
      isBusy={isPending}
      submitLabel="Save and Check"
      busyLabel="Checking every row..."
    >
      {error !== null && <Banner kind="danger" title={toUserMessage(error)} />}
      <Field label={column}>
        <Input value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </FormDialog>
  );
}
