import { type FormEvent, useRef, useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { confirmInSandbox, takeStepInSandbox } from "../sandbox-contract.ts";
import { ExtraStepDialog } from "./extra-step-dialog.tsx";
import { MethodChoice } from "./method-choice.tsx";
import type { Outcome, ProviderFormProps } from "./provider-form.ts";
import { referenceOf } from "./reference.ts";
import {
  type FieldErrors,
  refusalsOfAccount,
  refusalsOfCard,
  type TestNumber,
  type TypedCard,
  testNumbers,
} from "./test-numbers.ts";

type Confirmed = ResponseOf<typeof confirmInSandbox>;

const noCard: TypedCard = { number: "", expiry: "", cvc: "" };

/** The form of the built-in sandbox. A number that is not on its list goes nowhere. */
export default function SandboxForm(props: ProviderFormProps) {
  const { intent, method, onMethod, isBusy, pay, children } = props;
  const [typed, setTyped] = useState(noCard);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [asked, setAsked] = useState<(isApproved: boolean) => void>();
  const form = useRef<HTMLFormElement>(null);
  const isCard = method === "card";
  const known = isCard ? testNumbers.card : testNumbers.us_bank_account;
  const { clientSecret } = intent;
  const params = { id: referenceOf(clientSecret) };

  const takeStep = async (): Promise<Confirmed> => {
    const approve = await new Promise<boolean>((resolve) => setAsked(() => resolve));
    setAsked(undefined);
    return call(takeStepInSandbox, { params, body: { clientSecret, approve } });
  };
  const confirm = async (): Promise<Outcome> => {
    const means = isCard
      ? { method: "card" as const, cardNumber: typed.number, expiry: typed.expiry, cvc: typed.cvc }
      : { method: "us_bank_account" as const, accountNumber: typed.number };
    const response = await call(confirmInSandbox, { params, body: { clientSecret, ...means } });
    return response.status === "requires_action" ? takeStep() : response;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = isCard ? refusalsOfCard(typed, new Date()) : refusalsOfAccount(typed);
    setErrors(found);
    const wrong = Object.entries(found).find(([, message]) => message !== undefined)?.[0];
    if (wrong === undefined) pay(confirm);
    else form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
  };
  const change = (part: Partial<TypedCard>) => setTyped({ ...typed, ...part });
  const fill = ({ shown }: TestNumber) => {
    setTyped(isCard ? { number: shown, expiry: "12/34", cvc: "123" } : { ...noCard, number: shown });
    setErrors({});
  };

  return (
    <form ref={form} noValidate autoComplete="off" onSubmit={submit} className="space-y-4">
      <Badge tone="amber">Test mode: no money moves</Badge>
      <MethodChoice
        intent={intent}
        method={method}
        isDisabled={isBusy}
        onMethod={(chosen) => {
          setTyped(noCard);
          setErrors({});
          onMethod(chosen);
        }}
      />
      <Field label={isCard ? "Card number" : "Account number"} error={errors.number} isRequired>
        <Input
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          disabled={isBusy}
          value={typed.number}
          onChange={({ target }) => change({ number: target.value })}
        />
      </Field>
      {isCard && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Expiry date" error={errors.expiry} isRequired>
            <Input
              name="expiry"
              inputMode="numeric"
              placeholder="MM/YY"
              maxLength={7}
              disabled={isBusy}
              value={typed.expiry}
              onChange={({ target }) => change({ expiry: target.value })}
            />
          </Field>
          <Field label="Security code" error={errors.cvc} isRequired>
            <Input
              name="cvc"
              inputMode="numeric"
              maxLength={4}
              disabled={isBusy}
              value={typed.cvc}
              onChange={({ target }) => change({ cvc: target.value })}
            />
          </Field>
        </div>
      )}
      <TestNumbers known={known} isDisabled={isBusy} onUse={fill} />
      {children}
      {asked !== undefined && <ExtraStepDialog onResponse={asked} />}
    </form>
  );
}

interface TestNumbersProps {
  known: readonly TestNumber[];
  isDisabled: boolean;
  onUse: (number: TestNumber) => void;
}

function TestNumbers({ known, isDisabled, onUse }: TestNumbersProps) {
  return (
    <section aria-label="Test numbers" className="rounded-control bg-sunken">
      <p className="px-3 pt-3 text-ink-soft text-sm">
        Only these numbers are taken. Please never enter a real one.
      </p>
      <ul className="grid gap-x-6 px-3 pb-1.5 sm:grid-cols-2">
        {known.map((number) => (
          <li key={number.digits} className="flex items-center gap-3 py-1.5">
            <div className="min-w-0 flex-1">
              <span className="block whitespace-nowrap tabular-nums">{number.shown}</span>
              <span className="block text-ink-soft text-sm">{number.does}</span>
            </div>
            <Button
              size="sm"
              disabled={isDisabled}
              aria-label={`Use ${number.shown}`}
              onClick={() => onUse(number)}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
