import { Link } from "wouter";
import { nextStep } from "#domains/work-orders/next-step.ts";
import { newWorkOrderPath, workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { VisitTime } from "#domains/work-orders/web/visits/visit-time.tsx";
import { ChevronRight, Plus } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { ToneMark } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Section } from "#web/ui/section.tsx";
import { statusTone } from "#web/ui/status-badge.tsx";
import type { MyRequest } from "../../contract.ts";

const shownMax = 5;

/** The tenant's open work orders, each with what happens next. */
export function MyRequests({ requests }: { requests: readonly MyRequest[] }) {
  const canCreate = useCan("work-orders.create");
  return (
    <Section
      title="Your work orders"
      action={
        canCreate && (
          <ButtonLink href={newWorkOrderPath} icon={<Plus aria-hidden="true" />}>
            Report a problem
          </ButtonLink>
        )
      }
      className="overflow-hidden"
    >
      {requests.length === 0 ? (
        <EmptyState title="No open work orders">
          Problems you report appear here, with what happens next.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-b">
          {requests.slice(0, shownMax).map((request) => (
            <li key={request.id}>
              <Request request={request} />
            </li>
          ))}
        </ul>
      )}
      {requests.length > shownMax && (
        <div className="border-line border-t px-(--inset) py-1">
          <Link
            href={workOrdersPath}
            className="inline-flex min-h-11 items-center rounded-sm font-medium text-accent-text hover:underline"
          >
            View all
          </Link>
        </div>
      )}
    </Section>
  );
}

function Request({ request }: { request: MyRequest }) {
  return (
    <Link
      href={workOrderPath(request.id)}
      className="flex min-h-14 items-center gap-3 px-(--inset) py-2 -outline-offset-2 hover:bg-hover"
    >
      <ToneMark tone={statusTone(request.status)} className="size-2.25" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{request.title}</span>
        <span
          className={classes(
            "block truncate text-sm",
            request.status === "completed" ? "font-medium text-green-text" : "text-ink-soft",
          )}
        >
          {nextStep(request)}
        </span>
        <VisitTime order={request} className="block truncate text-ink-soft text-sm" />
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
    </Link>
  );
}
