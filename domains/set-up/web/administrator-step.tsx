import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { forgetDraft, type SetUpDraft } from "#domains/set-up/web/draft.ts";
import { SetUpFrame } from "#domains/set-up/web/set-up-frame.tsx";
import { call, userMessageOf } from "#web/api-client.ts";
import { paths } from "#web/paths.ts";
import { keepSession } from "#web/session/session-store.ts";
import { settleSignOut } from "#web/session/sign-out-later.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { begin, newAdministrator } from "../contract.ts";
import { sentencesOf, sentencesOfResponse } from "./sentences.ts";

interface StepProps {
  token: string;
  draft: SetUpDraft;
  onChange: (changes: Partial<SetUpDraft>) => void;
}

const ownFields = ["fullName", "email", "password"];

/** The second step makes the account and, with it, what the first step asked for. */
export function AdministratorStep({ token, draft, onChange }: StepProps) {
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { name, timeZone, fullName, email } = draft;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const checked = newAdministrator.safeParse({ fullName, email, password });
    setErrors(sentencesOf(checked.error));
    setFailure(undefined);
    if (!checked.success) return;
    setIsBusy(true);
    try {
      await settleSignOut();
      const body = { ...checked.data, setupToken: token, organisation: { name, timeZone } };
      const user = await call(begin, { body });
      forgetDraft();
      const session = keepSession(user);
      navigate(paths.setUp, { replace: true });
      session.begin();
    } catch (error) {
      setIsBusy(false);
      const sentences = sentencesOfResponse(error);
      setErrors(sentences);
      if (!ownFields.some((field) => field in sentences)) setFailure(userMessageOf(error));
    }
  };

  return (
    <SetUpFrame
      step={2}
      title="Your administrator account"
      description={`You run the portal of ${name}: you can do everything, and invite the others.`}
    >
      <form noValidate onSubmit={send} className="space-y-5">
        <Field label="Full Name" error={errors.fullName} isRequired>
          <Input
            value={fullName}
            maxLength={120}
            autoComplete="name"
            onChange={(event) => onChange({ fullName: event.target.value })}
          />
        </Field>
        <Field
          label="Email"
          hint="You sign in with it. We send a link there to confirm that it is yours."
          error={errors.email}
          isRequired
        >
          <Input
            type="email"
            inputMode="email"
            value={email}
            autoComplete="email"
            onChange={(event) => onChange({ email: event.target.value })}
          />
        </Field>
        <Field label="Password" hint="At least 6 characters." error={errors.password} isRequired>
          <PasswordInput
            value={password}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {failure !== undefined && <Banner kind="danger" title={failure} />}
        <div className="flex flex-wrap justify-between gap-2">
          <Button size="lg" disabled={isBusy} onClick={() => onChange({ step: 1 })}>
            Back
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            isBusy={isBusy}
            busyLabel="Creating account..."
            className="max-sm:flex-1"
          >
            Create Account
          </Button>
        </div>
      </form>
    </SetUpFrame>
  );
}
