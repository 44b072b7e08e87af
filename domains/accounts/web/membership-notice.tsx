import { useMutation } from "@tanstack/react-query";
import { claimAgain, listRegistrationUnits } from "#domains/accounts/registration-contract.ts";
import { SendConfirmationAgain } from "#domains/accounts/web/send-confirmation-again.tsx";
import { UnitChoice, unitIdOf } from "#domains/accounts/web/unit-choice.tsx";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useUser } from "#web/session/session.tsx";
import { renewSession } from "#web/session/session-store.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useResponse } from "#web/use-response.ts";

/** Shows people who registered the state of their approval. */
export default function MembershipNotice() {
  const { membership } = useUser();
  return membership === "refused" ? <Refused /> : <Waiting />;
}

function Waiting() {
  const { role, unitId, emailConfirmed, email } = useUser();
  const lacksUnit = role === "tenant" && unitId === null;
  return (
    <Banner kind="info" title="Waiting for approval" action={!emailConfirmed && <SendConfirmationAgain />}>
      {lacksUnit
        ? "You can report problems once your unit is known: an administrator chooses it when approving you."
        : role === "tenant"
          ? "Until your landlord has confirmed your unit, you can report up to three problems and see only what is yours."
          : "An administrator or landlord has to confirm you before you see the work orders of your buildings."}
      {!emailConfirmed && ` Please confirm your address too: we sent a link to ${email}.`}
      {lacksUnit && <UnitToName />}
    </Banner>
  );
}

/** A person who registered without a unit can claim one later, if units are offered. */
function UnitToName() {
  const offered = useResponse(listRegistrationUnits).data ?? [];
  return offered.length > 0 && <ClaimForm label="Send" />;
}

function Refused() {
  const { refusalReason } = useUser();
  return (
    <Banner kind="warning" title="Your registration was not approved">
      {refusalReason !== null && <p>Reason given: {refusalReason}</p>}
      <p>If this is a mistake, you may ask again.</p>
      <ClaimForm label="Ask again" />
    </Banner>
  );
}

function ClaimForm({ label }: { label: string }) {
  const { role } = useUser();
  const { register, handleSubmit } = useContractForm(claimAgain.body, { unitId: null as number | null });
  const claim = useMutation({
    mutationFn: (body: SentBodyOf<typeof claimAgain>) => call(claimAgain, { body }),
    onSuccess: renewSession,
    onError: toastFailure,
  });
  return (
    <form
      className="mt-3 flex max-w-md flex-wrap items-start gap-3 text-ink"
      onSubmit={handleSubmit((body) => claim.mutate(body))}
    >
      {role === "tenant" && (
        <div className="min-w-56 flex-1">
          <UnitChoice wiring={register("unitId", { setValueAs: unitIdOf })} error={undefined} />
        </div>
      )}
      <Button type="submit" className={role === "tenant" ? "sm:mt-6.5" : undefined} isBusy={claim.isPending}>
        {label}
      </Button>
    </form>
  );
}
