import { useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import { ResendConfirmationButton } from "#domains/accounts/web/sign-in/resend-confirmation-button.tsx";
import { listRegistrationUnits, requestAccessAgain } from "#domains/people/registration-contract.ts";
import { parseUnitId, UnitChoice } from "#domains/people/web/registration/unit-choice.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { useResponse } from "#web/use-response.ts";
import { useRequestAccess } from "./mutations.ts";

/** Tells people who registered whether they're waiting for approval or were declined. */
export default function MembershipNotice() {
  const { membership } = useUser();
  return membership === "declined" ? <DeclinedNotice /> : <PendingNotice />;
}

function PendingNotice() {
  const { role, unitId, emailConfirmed, email } = useUser();
  const sendsEmails = useSendsEmails();
  const lacksUnit = role === "tenant" && unitId === null;
  return (
    <Banner
      kind="info"
      title="Waiting for approval"
      action={!emailConfirmed && sendsEmails && <ResendConfirmationButton />}
    >
      {lacksUnit
        ? "You can report problems once an administrator approves you and assigns your unit."
        : role === "tenant"
          ? "Until your landlord confirms your unit, you can submit up to three work orders and see only your own."
          : "An administrator or landlord needs to approve you before you can see work orders."}
      {!emailConfirmed &&
        sendsEmails &&
        ` Please also confirm your email address. We sent a link to ${email}.`}
      {lacksUnit && <UnitRequest />}
    </Banner>
  );
}

/** A person who registered without a unit can request one later if units are offered. */
function UnitRequest() {
  const offeredUnits = useResponse(listRegistrationUnits).data ?? [];
  return offeredUnits.length > 0 && <AccessRequestForm label="Send" />;
}

function DeclinedNotice() {
  const { declineReason } = useUser();
  return (
    <Banner kind="warning" title="Your registration was not approved">
      {declineReason !== null && <p>Reason: {declineReason}</p>}
      <p>If this is a mistake, you can request access again.</p>
      <AccessRequestForm label="Request Again" />
    </Banner>
  );
}

function AccessRequestForm({ label }: { label: string }) {
  const { role } = useUser();
  const { register, handleSubmit } = useContractForm(requestAccessAgain.body, {
    unitId: null as number | null,
  });
  const request = useRequestAccess();
  return (
    <form
      className="mt-3 flex max-w-md flex-wrap items-start gap-3 text-ink"
      onSubmit={handleSubmit((body) => request.mutate(body))}
    >
      {role === "tenant" && (
        <div className="min-w-56 flex-1">
          <UnitChoice selectProps={register("unitId", { setValueAs: parseUnitId })} error={undefined} />
        </div>
      )}
      <Button
        type="submit"
        className={role === "tenant" ? "sm:mt-6.5" : undefined}
        isBusy={request.isPending}
      >
        {label}
      </Button>
    </form>
  );
}
