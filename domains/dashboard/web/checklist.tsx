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
import type { Checklist as ChecklistData, SetupStep } from "../contract.ts";
import { useDismissChecklist } from "./mutations.ts";

const stepDetails = {
  email: {
    title: "Connect an email server",
    reason: "Until then, no emails are sent",
    href: outboxPath,
    action: "Open Outbox",
  },
  payments: {
    title: "Set up payment methods",
    reason: "Zelle, an accounting email, or card payments",
    href: settingsPath,
    action: "Open Settings",
  },
  property: {
    title: "Add a property",
    reason: "Address, photo, and details",
    href: addPropertyPath,
    action: "Add Property",
  },
  units: {
    title: "Add units",
    reason: "Offices, shops, apartments",
    href: addUnitPath(),
    action: "Add Unit",
  },
  leases: {
    title: "Activate a lease",
    reason: "Company, units, dates, and terms. Rent is charged from these.",
    href: newLeasePath(),
    action: "New Lease",
  },
  people: {
    title: "Invite the tenants",
    reason: "So they can report problems and pay here",
    href: approvalsPath,
    action: "Invite Tenants",
  },
} as const satisfies Record<SetupStep, Record<"title" | "reason" | "href" | "action", string>>;

/**
 * The setup of a new portal, until it's done or dismissed. Each completed step lights windows in a drawing.
 */
export function Checklist({ steps: setupSteps }: Pick<ChecklistData, "steps">) {
  const canInviteStaff = useCan("people.edit");
  const canWrite = useIsServerReachable();
  const dismiss = useDismissChecklist();
  const nextStep = setupSteps.find(({ isDone }) => !isDone);
  return (
    <Lead
      title="Set up your portal"
      description={`${setupSteps.filter(({ isDone }) => isDone).length} of ${setupSteps.length} done`}
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
      <BuildingDrawing litColumns={setupSteps.map(({ isDone }) => isDone)} />
      <ul>
        {setupSteps.map(({ step, isDone }) => (
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
                {stepDetails[step].title}
                {isDone && <span className="sr-only">: done</span>}
              </p>
              {!isDone && <p className="text-ink-soft text-sm">{stepDetails[step].reason}</p>}
            </div>
            {!isDone && (
              <ButtonLink
                href={step === "people" && canInviteStaff ? usersPath : stepDetails[step].href}
                size="sm"
                variant={step === nextStep?.step ? "primary" : undefined}
                className="shrink-0 sm:w-32"
              >
                {stepDetails[step].action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Lead>
  );
}

const rows = [0, 1, 2, 3, 4];

/** A waterfront building with a column of lit windows for each completed step. */
const BuildingDrawing = ({ litColumns }: { litColumns: readonly boolean[] }) => {
  const width = litColumns.length * 28 + 16;
  const left = 240 - width / 2;
  return (
    <svg
      viewBox="0 0 480 180"
      aria-hidden="true"
      className="mx-auto block w-full max-w-[480px] fill-none stroke-[1.5] stroke-line-2"
    >
      <path
        d={`M24 150h432M60 150v-46h38v46M104 150v-28h${left - 116}v28M${left + width + 12} 150v-36h40v36M${left + width + 60} 150v-22h34v22`}
      />
      <path d={`M${left} 150V26h${width}v124`} className="stroke-line-control" />
      <path d={`M${left + width / 2 - 22} 26v-10h44v10`} className="stroke-line-control" />
      {litColumns.map((isLit, column) =>
        rows.map((row) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a window is identified by its position
            key={`${column} ${row}`}
            x={left + 13 + column * 28}
            y={36 + row * 20}
            width="18"
            height="13"
            rx="1.5"
            className={classes("stroke-none", isLit ? "fill-lamp" : "fill-chart-2")}
          />
        )),
      )}
      <path d={`M${240 - 13} 150v-14h26v14`} className="stroke-line-control" />
      <path d="M40 162h64M150 168h90M280 162h56M366 168h70" strokeLinecap="round" />
    </svg>
  );
};
