import type { UseMutationResult } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { type AuthenticatorKey, codeEndpoint } from "#domains/accounts/two-factor-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const QrCode = lazyPart(() => import("#domains/accounts/web/two-factor/qr-code.tsx"));

interface AppStepProps<Result> extends AuthenticatorKey {
  codeLabel: string;
  submitLabel: string;
  busyLabel: string;
  /** The mutation that sends the code. */
  mutation: UseMutationResult<Result, Error, string>;
  onDone?: (result: Result) => void;
  cancelLabel: string;
  onCancel: () => void;
}

/** Shows the key for an authenticator app as a QR code and as text, with a field for its first code. */
export function AppStep<Result>({
  secret,
  uri,
  mutation,
  onDone,
  onCancel,
  ...labels
}: AppStepProps<Result>) {
  const form = useContractForm(codeEndpoint.body, { code: "" });
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []);
  const canWrite = useIsServerReachable();
  const submit = form.handleSubmit(({ code }) =>
    mutation.mutate(code, { onSuccess: (result) => onDone?.(result), onError: showFieldErrors(form) }),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p ref={intro} tabIndex={-1} className="max-w-[60ch] outline-none">
        Scan this code with your authenticator app. On your phone,{" "}
        <a href={uri} className="text-accent-text underline underline-offset-4">
          open the app
        </a>{" "}
        or enter the key.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <div className="shrink-0 rounded-control border border-line bg-white p-3">
          <Suspense fallback={<Skeleton className="size-44" />}>
            <QrCode uri={uri} />
          </Suspense>
        </div>
        <div className="min-w-0 flex-1 basis-52 space-y-4">
          <Field label="Setup key" hint="Letters and digits. Spaces are ignored.">
            <Textarea
              readOnly
              rows={2}
              value={secret.match(/.{1,4}/g)?.join(" ")}
              spellCheck={false}
              className="min-h-0! font-mono"
              onFocus={(event) => event.target.select()}
            />
          </Field>
          <FormError error={mutation.error} form={form} />
          <Field
            label={labels.codeLabel}
            hint="The 6-digit code the app is showing."
            error={form.formState.errors.code?.message}
            isRequired
          >
            <Input
              {...form.register("code")}
              maxLength={10}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          </Field>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={mutation.isPending}
          busyLabel={labels.busyLabel}
        >
          {labels.submitLabel}
        </Button>
        <Button onClick={onCancel}>{labels.cancelLabel}</Button>
      </div>
    </form>
  );
}
