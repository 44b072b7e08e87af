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
  error: ImportError;
  onClose: () => void;
}

/** Corrects a value of the file, or a whole address. The file itself isn't changed. */
export function CorrectDialog({
  importId,
  error: { line, message, correctable },
  onClose,
}: CorrectDialogProps) {
  const [values, setValues] = useState(correctable);
  const { mutate, isPending, error } = useCorrectRow(importId, onClose);
  return (
    <FormDialog
      title={`Correct line ${line.toLocaleString("en-US")}`}
      description={message}
      onClose={onClose}
      onSubmit={() => mutate({ line, values })}
      isBusy={isPending}
      submitLabel="Save and Check"
      busyLabel="Checking every row..."
    >
      {error !== null && <Banner kind="danger" title={toUserMessage(error)} />}
      {values.map(({ column, value }, index) => (
        <Field key={column} label={column}>
          <Input
            value={value}
            onChange={({ target }) => setValues(values.with(index, { column, value: target.value }))}
          />
        </Field>
      ))}
    </FormDialog>
  );
}
