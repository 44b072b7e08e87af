import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "#web/api-client.ts";
import { ChevronRight, Circle, CircleCheck } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { toastFailure } from "#web/toast-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { dismissChecklist, readChecklist, type SetUpStep } from "../contract.ts";

const steps = {
  mail: { words: "Connect a mail server", why: "Until then nobody gets email", address: paths.outbox },
  payments: {
    words: "Say how tenants pay",
    why: "A Zelle address, an accounting address or card payments",
    address: paths.settings,
  },
  building: { words: "Add a building", why: "Its address, photo and facts", address: paths.addProperty },
  units: { words: "Add its units", why: "Offices, shops, apartments", address: paths.addUnit() },
  leases: {
    words: "Activate a lease",
    why: "Company, units, days and terms: rent is charged by them",
    address: paths.newLease(),
  },
  people: { words: "Invite the tenants", why: "They report faults and pay here", address: paths.approvals },
} as const satisfies Record<SetUpStep, { words: string; why: string; address: string }>;

const checklistQuery = endpointQuery(readChecklist, {});

/** What is left to set up in a new portal; nothing once all is done, or the person has seen enough of it. */
export function SetUpChecklist() {
  const queryClient = useQueryClient();
  const mayInviteStaff = useMay("people.edit");
  const canWrite = useIsServerReachable();
  // Other pages complete the steps.
  const { data } = useQuery({ ...checklistQuery, refetchOnMount: "always" });
  const dismiss = useMutation({
    mutationFn: () => call(dismissChecklist, {}),
    onSuccess: () => queryClient.setQueryData(checklistQuery.queryKey, { steps: [] }),
    onError: toastFailure,
  });
  if (data === undefined || data.steps.length === 0) return null;
  const left = data.steps.filter(({ isDone }) => !isDone).length;
  return (
    <Card aria-label="Set up the portal">
      <CardHeader
        title="Set up the portal"
        description={`${data.steps.length - left} of ${data.steps.length} done`}
        action={
          <Button
            variant="ghost"
            disabled={!canWrite}
            isBusy={dismiss.isPending}
            onClick={() => dismiss.mutate()}
          >
            Dismiss
          </Button>
        }
      />
      <ul className="grid gap-x-6 px-2 pb-2 sm:px-3 sm:pb-3 lg:grid-cols-2">
        {data.steps.map(({ step, isDone }) => (
          <li key={step}>
            {isDone ? (
              <p className="flex min-h-14 items-center gap-3 px-2 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
                <span>
                  {steps[step].words}
                  <span className="sr-only">: done</span>
                </span>
              </p>
            ) : (
              <Link
                href={step === "people" && mayInviteStaff ? paths.users : steps[step].address}
                className="flex min-h-14 items-center gap-3 rounded-control px-2 py-2 hover:bg-hover"
              >
                <Circle aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{steps[step].words}</span>
                  <span className="block text-ink-soft text-sm">{steps[step].why}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
