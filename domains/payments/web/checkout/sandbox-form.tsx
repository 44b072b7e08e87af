import { useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { authenticateInSandbox, confirmInSandbox } from "../../sandbox-contract.ts";
import { MethodChoice } from "./method-choice.tsx";
import type { PaymentOutcome, ProviderFormProps } from "./provider-form.ts";
import { getIntentReference } from "./reference.ts";
import { accountForm, cardForm, groupDigits, type TestNumber, testNumbers } from "./test-numbers.ts";

type ConfirmResponse = ResponseOf<typeof confirmInSandbox>;

const emptyCard = { number: "", expiration: "", cvc: "" };

/** The form of the built-in sandbox. Numbers that aren't on its list are never sent. */
export default function SandboxForm(props: ProviderFormProps) {
  const { intent, method, onMethodChange, isBusy, onPay, children } = props;
  const isCard = method === "card";
  const { register, handleSubmit, reset, formState } = useContractForm(
    isCard ? cardForm : accountForm,
    emptyCard,
  );
  const { errors } = formState;
  const number = register("number");
  const [resolveStep, setResolveStep] = useState<(isApproved: boolean) => void>();
  const numbers = isCard ? testNumbers.card : testNumbers.us_bank_account;
  const { clientSecret } = intent;
  const params = { id: getIntentReference(clientSecret) };

  const authenticate = async (): Promise<ConfirmResponse> => {
    const approve = await new Promise<boolean>((resolve) => setResolveStep(() => resolve));
    setResolveStep(undefined);
    return call(authenticateInSandbox, { params, body: { clientSecret, approve } });
  };
  const confirm = async ({ number, expiration, cvc }: typeof emptyCard): Promise<PaymentOutcome> => {
    const paymentMethod = isCard
      ? { method: "card" as const, cardNumber: number, expiration, cvc }
      : { method: "us_bank_account" as const, accountNumber: number };
    const response = await call(confirmInSandbox, { params, body: { clientSecret, ...paymentMethod } });
    return response.status === "requires_action" ? authenticate() : response;
  };
  const fillForm = ({ formatted: formattedNumber }: TestNumber) =>
    reset(
      isCard
        ? { number: formattedNumber, expiration: "12/34", cvc: "123" }
        : { ...emptyCard, number: formattedNumber },
    );

  return (
    <form
      noValidate
      autoComplete="off"
      onSubmit={handleSubmit((values) => onPay(() => confirm(values)))}
      className="space-y-4"
    >
      <Badge tone="amber">Test mode: no money moves</Badge>
      <MethodChoice
        intent={intent}
        method={method}
        isDisabled={isBusy}
        onMethodChange={(selectedMethod) => {
          reset(emptyCard);
          onMethodChange(selectedMethod);
        }}
      />
      <Field label={isCard ? "Card number" : "Account number"} error={errors.number?.message} isRequired>
        <Input
          {...number}
          onChange={(event) => {
            if (isCard) groupDigits(event.target);
            return number.onChange(event);
          }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          disabled={isBusy}
        />
      </Field>
      {isCard && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Expiration date" error={errors.expiration?.message} isRequired>
            <Input
              {...register("expiration")}
              inputMode="numeric"
              placeholder="MM/YY"
              maxLength={7}
              disabled={isBusy}
            />
          </Field>
          <Field label="Security code" error={errors.cvc?.message} isRequired>
            <Input {...register("cvc")} inputMode="numeric" maxLength={4} disabled={isBusy} />
          </Field>
        </div>
      )}
      <TestNumbers numbers={numbers} isDisabled={isBusy} onUse={fillForm} />
      {children}
      {resolveStep !== undefined && <AuthenticationDialog onResponse={resolveStep} />}
    </form>
  );
}

interface TestNumbersProps {
  numbers: readonly TestNumber[];
  isDisabled: boolean;
  onUse: (number: TestNumber) => void;
}

function TestNumbers({ numbers, isDisabled, onUse }: TestNumbersProps) {
  return (
    <Disclosure title="Test numbers" isInitiallyOpen={false} mustBeOpen={false}>
      <p className="text-ink-soft text-sm">Only these test numbers work. Never enter a real one.</p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {numbers.map((number) => (
          <li key={number.digits} className="flex items-center gap-3 py-1.5">
            <div className="min-w-0 flex-1">
              <span className="block whitespace-nowrap tabular-nums">{number.formatted}</span>
              <span className="block text-ink-soft text-sm">{number.effect}</span>
            </div>
            <Button
              size="sm"
              disabled={isDisabled}
              aria-label={`Use ${number.formatted}`}
              onClick={() => onUse(number)}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/**
 * Stands in for the page on which a bank asks its customer for approval. Closing the dialog declines the
 * payment.
 */
function AuthenticationDialog({ onResponse }: { onResponse: (isApproved: boolean) => void }) {
  return (
    <Dialog
      isOpen
      onClose={() => onResponse(false)}
      title="Confirm this payment"
      description="Test mode: no money moves"
      footer={
        <>
          <Button onClick={() => onResponse(false)}>Decline</Button>
          <Button variant="primary" data-autofocus="" onClick={() => onResponse(true)}>
            Approve
          </Button>
        </>
      }
    >
      <p>
        Some banks ask customers to approve payments. Choose Approve to continue, or Decline to see what
        happens.
      </p>
    </Dialog>
  );
}
