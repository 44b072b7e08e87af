import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import type { KeyOfApp } from "#domains/accounts/second-factor-contract.ts";
import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const KeyCode = lazy(() => import("#domains/accounts/web/key-code.tsx"));

interface AppStepProps extends KeyOfApp {
  codeLabel: string;
  submitLabel: string;
  busyLabel: string;
  error: Error | null;
  isBusy: boolean;
  onCode: (code: string) => void;
  cancelLabel: string;
  onCancel: () => void;
}

/** The key for an authenticator app, to scan or to type, and the first code of that app. */
export function AppStep({ secret, uri, error, isBusy, onCode, onCancel, ...labels }: AppStepProps) {
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const beginning = useRef<HTMLParagraphElement>(null);
  useEffect(() => beginning.current?.focus(), []);
  const canWrite = useIsServerReachable();
  const atField = fieldErrorsOf(error).code;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "") onCode(code);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p ref={beginning} tabIndex={-1} className="max-w-[60ch] outline-none">
        Scan this with your authenticator app. On the phone itself,{" "}
        <a href={uri} className="text-accent-text underline underline-offset-4">
          open the app with this link
        </a>{" "}
        or type the key.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <div className="shrink-0 rounded-control border border-line bg-white p-3">
          <Suspense fallback={<Skeleton className="size-44" />}>
            <KeyCode uri={uri} />
          </Suspense>
        </div>
        <div className="min-w-0 flex-1 basis-52 space-y-4">
          <Field label="Key to type" hint="Letters and digits; the gaps do not matter.">
            <Textarea
              readOnly
              rows={2}
              value={secret.match(/.{1,4}/g)?.join(" ")}
              spellCheck={false}
              className="min-h-0! font-mono"
              onFocus={(event) => event.target.select()}
            />
          </Field>
          {error !== null && atField === undefined && <Banner kind="danger" title={userMessageOf(error)} />}
          <Field
            label={labels.codeLabel}
            hint="The six digits it shows now."
            error={isMissing ? "Please enter the code" : atField}
            isRequired
          >
            <Input
              value={code}
              maxLength={10}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => {
                setCode(event.target.value);
                setIsMissing(false);
              }}
            />
          </Field>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={isBusy}
          busyLabel={labels.busyLabel}
        >
          {labels.submitLabel}
        </Button>
        <Button onClick={onCancel}>{labels.cancelLabel}</Button>
      </div>
    </form>
  );
}
