import { useState } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";

interface CodeDialogProps {
  title: string;
  /** What follows. */
  description: string;
  submitLabel: string;
  busyLabel: string;
  error: Error | null;
  isBusy: boolean;
  onClose: () => void;
  onCode: (code: string) => void;
}

/** Asks for a code of the app, or a recovery code, before something that changes two-factor sign-in. */
export function CodeDialog({ error, onCode, ...dialog }: CodeDialogProps) {
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const canWrite = useIsServerReachable();
  const atField = fieldErrorsOf(error).code;
  return (
    <FormDialog
      {...dialog}
      size="sm"
      isDisabled={!canWrite}
      onSubmit={() => {
        setIsMissing(code.trim() === "");
        if (code.trim() !== "") onCode(code);
      }}
    >
      {error !== null && atField === undefined && <Banner kind="danger" title={userMessageOf(error)} />}
      <Field
        label="Code"
        hint="Six digits of your authenticator app, or a recovery code."
        error={isMissing ? "Please enter the code" : atField}
        isRequired
      >
        <Input
          data-autofocus
          value={code}
          maxLength={40}
          autoComplete="one-time-code"
          spellCheck={false}
          onChange={(event) => {
            setCode(event.target.value);
            setIsMissing(false);
          }}
        />
      </Field>
    </FormDialog>
  );
}
