import { newLeasePath } from "#domains/leases/paths.ts";
import { outboxPath } from "#domains/notifications/paths.ts";
import { approvalsPath, usersPath } from "#domains/people/paths.ts";
import { addPropertyPath, addUnitPath } from "#domains/properties/paths.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { Circle, CircleCheck } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/page/lead.tsx";
import type { SetupStep, Checklist as Steps } from "../contract.ts";
import { useDismissChecklist } from "./mutations.ts";
import { OpeningDrawing } from "./opening-drawing.tsx";

const steps = {
  email: {
    title: "Connect an email server",
    reason: "Until then, no emails are sent",
    address: outboxPath,
    action: "Open Outbox",
  },
  payments: {
    title: "Set up payment methods",
    reason: "Zelle, an accounting email, or card payments",
    address: settingsPath,
    action: "Open Settings",
  },
  building: {
    title: "Add a building",
    reason: "Address, photo, and details",
    address: addPropertyPath,
    action: "Add Property",
  },
  units: {
    title: "Add its units",
    reason: "Offices, shops, apartments",
    address: addUnitPath(),
    action: "Add Unit",
  },
  leases: {
    title: "Activate a lease",
    reason: "Company, units, dates, and terms. Rent is charged from these.",
    address: newLeasePath(),
    action: "New Lease",
  },
  people: {
    title: "Invite the tenants",
    reason: "So they can report problems and pay here",
    address: approvalsPath,
    action: "Invite Tenants",
  },
} as const satisfies Record<SetupStep, Record<"title" | "reason" | "address" | "action", string>>;

/** The setup of a new portal, until it's done or dismissed. Each step lights windows of a building. */
export function Checklist({ steps: all }: Pick<Steps, "steps">) {
  const canInviteStaff = useCan("people.edit");
  const canWrite = useIsServerReachable();
  const dismiss = useDismissChecklist();
  const next = all.find(({ isDone }) => !isDone);
  return (
    <Lead
      title="Open your building"
      description={`${all.filter(({ isDone }) => isDone).length} of ${all.length} done`}
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
      <OpeningDrawing lit={all.map(({ isDone }) => isDone)} />
      <ul>
        {all.map(({ step, isDone }) => (
          <li
            key={step}
            className="flex min-h-17 items-center gap-3.5 border-line border-t px-(--inset) py-1.5 sm:min-h-13 sm:pr-4"
          >
            {isDone ? (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
            ) : (
              <Circle aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            )}
            <div className="min-w-0 flex-1">
              <p className={classes("font-semibold", isDone && "text-ink-soft")}>
                {steps[step].title}
                {isDone && <span className="sr-only">: done</span>}
              </p>
              {!isDone && <p className="text-ink-soft text-sm">{steps[step].reason}</p>}
            </div>
            {!isDone && (
              <ButtonLink
                href={step === "people" && canInviteStaff ? usersPath : steps[step].address}
                size="sm"
                variant={step === next?.step ? "primary" : undefined}
                className="shrink-0 sm:w-32"
              >
                {steps[step].action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Lead>
  );
}
