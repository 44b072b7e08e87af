import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { formatAge, formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type Rule, type RuleTrial, trialDays, tryRule } from "../../contract.ts";
import { describeTarget, pluralize } from "../descriptions.ts";
import { useSwitchRule } from "../mutations.ts";

/** Previews what a rule would have assigned recently, and can turn the rule on. */
export function PreviewDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const trial = useQuery({ ...trialQuery(rule), refetchOnMount: "always" });
  const switchRule = useSwitchRule();
  const canWrite = useIsServerReachable();
  const canTurnOn = !rule.isOn && rule.can.edit && rule.problem === null;
  return (
    <Dialog
      isOpen
      size="wide"
      onClose={onClose}
      title={`Preview “${rule.name}”`}
      description={
        rule.isOn
          ? `Work orders from the last ${trialDays} days that match this rule.`
          : `This rule is off. Here's what it would have done over the last ${trialDays} days.`
      }
      footer={
        <>
          <Button onClick={onClose}>{canTurnOn ? "Keep Off" : "Close"}</Button>
          {canTurnOn && (
            <Button
              variant="primary"
              disabled={!canWrite}
              isBusy={switchRule.isPending}
              busyLabel="Turning on..."
              onClick={() => switchRule.mutate(rule, { onSuccess: onClose })}
            >
              Turn On
            </Button>
          )}
        </>
      }
    >
      {trial.data !== undefined ? (
        <Outcome rule={rule} trial={trial.data} />
      ) : trial.error === null ? (
        <SkeletonRows count={5} />
      ) : (
        <ErrorState
          title="Couldn't preview the rule."
          error={trial.error}
          onRetry={() => void trial.refetch()}
          isRetrying={trial.isFetching}
        />
      )}
    </Dialog>
  );
}

const trialQuery = ({ id, property, category, priorities, assignee, team }: Rule) =>
  endpointQuery(tryRule, {
    query: {
      ruleId: String(id),
      ...(property === null ? {} : { propertyId: String(property.id) }),
      ...(category === null ? {} : { category }),
      ...(priorities === null ? {} : { priorities: priorities.join(",") }),
      ...(assignee === null ? {} : { assigneeId: String(assignee.id) }),
      ...(team === null ? {} : { teamId: String(team.id) }),
    },
  });

function Outcome({ rule, trial }: { rule: Rule; trial: RuleTrial }) {
  const { matched, takenBefore, otherwise, newest } = trial;
  if (matched === 0)
    return (
      <p className="py-6 text-center text-ink-soft">
        No work orders from the last {trialDays} days match this rule.
      </p>
    );
  const assignedCount = matched - takenBefore;
  return (
    <div className="space-y-6">
      <ul className="list-disc space-y-1 pl-5">
        <li>
          <strong>{pluralize(matched, "work order")}</strong> {matched === 1 ? "matches" : "match"}.
        </li>
        {takenBefore > 0 && (
          <li>
            {takenBefore === 1
              ? "1 of them is assigned by an earlier rule."
              : `${takenBefore.toLocaleString("en-US")} of them are assigned by an earlier rule.`}
          </li>
        )}
        <li>
          {describeTarget(rule)} would have received <strong>{assignedCount.toLocaleString("en-US")}</strong>
          {assignedCount > 0 && `, ${describeLoad(trial, assignedCount)}`}.
        </li>
        {otherwise > 0 && (
          <li>
            {otherwise === 1
              ? "1 of these was manually assigned to someone else."
              : `${otherwise.toLocaleString("en-US")} of these were manually assigned to someone else.`}
          </li>
        )}
      </ul>
      {assignedCount > 0 && <WeeklyMatches trial={trial} name={describeTarget(rule)} />}
      <NewestMatches newest={newest} matched={matched} />
    </div>
  );
}

const oneDecimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/**
 * Describes the workload, such as `about 2.5 per week, up to 6 in one week`. For teams, adds the rate per
 * person.
 */
function describeLoad({ to, weeks }: RuleTrial, assignedCount: number): string {
  const ordersPerWeek = (assignedCount * 7) / trialDays;
  const formatRate = (count: number) => (count < 0.1 ? "less than 0.1" : `about ${oneDecimal.format(count)}`);
  const maxPerWeek = Math.max(...weeks.map(({ count }) => count));
  const perPersonText =
    to.people > 1 ? `, ${formatRate(ordersPerWeek / to.people)} for each of ${to.people} people` : "";
  return `${formatRate(ordersPerWeek)} per week${perPersonText}, up to ${maxPerWeek} in one week`;
}

function WeeklyMatches({ trial: { weeks }, name }: { trial: RuleTrial; name: string }) {
  const maxPerWeek = Math.max(...weeks.map(({ count }) => count));
  return (
    <section aria-labelledby="trial-weeks">
      <h3 id="trial-weeks" className="mb-2 font-medium text-base">
        {name}, by week
      </h3>
      <ol className="grid gap-x-8 gap-y-1 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-7">
        {weeks.map(({ from, count }) => (
          <li key={from} className="flex items-center gap-3 text-sm">
            <span className="w-24 shrink-0 text-ink-soft tabular-nums">{formatDay(`${from}T12:00:00Z`)}</span>
            <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(count / maxPerWeek) * 100}%` }}
              />
            </span>
            <span className="w-6 shrink-0 text-right tabular-nums">
              {count}
              <span className="sr-only"> {count === 1 ? "work order" : "work orders"}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NewestMatches({ newest, matched }: { newest: RuleTrial["newest"]; matched: number }) {
  return (
    <section aria-labelledby="trial-newest">
      <h3 id="trial-newest" className="mb-1 font-medium text-base">
        {newest.length < matched ? `${newest.length} most recent matches` : "Matching work orders"}
      </h3>
      <ul className="divide-y divide-line">
        {newest.map((order) => (
          <li key={order.id} className="py-2">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <Link
                href={workOrderPath(order.id)}
                className="thumb wrap-anywhere font-medium underline-offset-4 hover:underline"
              >
                {order.title}
              </Link>
              <span className="text-ink-faint text-sm tabular-nums">{workOrderNumber(order.id)}</span>
            </p>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
              <span>{order.property}</span>
              <Priority level={order.priority} />
              <time dateTime={order.createdAt}>{formatAge(order.createdAt)}</time>
              <span>{order.assignee === null ? "Unassigned" : `Assigned to ${order.assignee}`}</span>
              {order.takenBy !== null && <span>Assigned by earlier rule “{order.takenBy}”</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
