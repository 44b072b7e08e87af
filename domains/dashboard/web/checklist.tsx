import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { newLeasePath } from "#domains/leases/paths.ts";
import { outboxPath } from "#domains/notifications/paths.ts";
import { approvalsPath, usersPath } from "#domains/people/paths.ts";
import { addPropertyPath, addUnitPath } from "#domains/properties/paths.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { ChevronRight, Circle, CircleCheck } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Section } from "#web/ui/section.tsx";
import type { SetupStep } from "../contract.ts";
import { useDismissChecklist } from "./mutations.ts";
import { checklistQuery } from "./queries.ts";

const steps = {
  email: {
    title: "Connect an email server",
    reason: "Until then, no emails are sent",
    address: outboxPath,
  },
  payments: {
    title: "Set up payment methods",
    reason: "Zelle, an accounting email, or card payments",
    address: settingsPath,
  },
  building: { title: "Add a building", reason: "Address, photo, and details", address: addPropertyPath },
  units: { title: "Add its units", reason: "Offices, shops, apartments", address: addUnitPath() },
  leases: {
    title: "Activate a lease",
    reason: "Company, units, dates, and terms. Rent is charged from these.",
    address: newLeasePath(),
  },
  people: {
    title: "Invite the tenants",
    reason: "So they can report problems and pay here",
    address: approvalsPath,
  },
} as const satisfies Record<SetupStep, { title: string; reason: string; address: string }>;

/**
 * The setup checklist of a new portal. Renders nothing once everything is done or the user has dismissed it.
 */
export function SetupChecklist() {
  const canInviteStaff = useCan("people.edit");
  const canWrite = useIsServerReachable();
  // Other pages complete the steps.
  const { data } = useQuery({ ...checklistQuery, refetchOnMount: "always" });
  const dismiss = useDismissChecklist();
  if (data === undefined || data.steps.length === 0) return null;
  const left = data.steps.filter(({ isDone }) => !isDone).length;
  return (
    <Section
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
    >
      <ul className="grid gap-x-6 px-2 pb-2 sm:px-3 sm:pb-3 lg:grid-cols-2">
        {data.steps.map(({ step, isDone }) => (
          <li key={step}>
            {isDone ? (
              <p className="flex min-h-14 items-center gap-3 px-2 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
                <span>
                  {steps[step].title}
                  <span className="sr-only">: done</span>
                </span>
              </p>
            ) : (
              <Link
                href={step === "people" && canInviteStaff ? usersPath : steps[step].address}
                className="flex min-h-14 items-center gap-3 rounded-control px-2 py-2 hover:bg-hover"
              >
                <Circle aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{steps[step].title}</span>
                  <span className="block text-ink-soft text-sm">{steps[step].reason}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
