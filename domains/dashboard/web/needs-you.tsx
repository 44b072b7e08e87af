import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleCheck, Siren, UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { pendingPeople } from "#web/layout/counts.ts";
import { paths } from "#web/paths.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { urgentAddress, urgentCountQuery } from "./queries.ts";

/** What waits for a landlord or admin; each line opens the list it counts. Nothing is shown that the server did not say. */
export function NeedsYou() {
  const people = useQuery(pendingPeople);
  const urgent = useQuery(urgentCountQuery);
  const waiting = people.data?.length ?? 0;
  const unassigned = urgent.data ?? 0;
  const isPending = people.isPending || urgent.isPending;
  const isUnknown = people.isError || urgent.isError;
  return (
    <Card aria-label="Needs you">
      <CardHeader title="Needs you" />
      {isPending ? (
        <Loading label="Loading what needs you" className="space-y-4 px-5 pt-1 pb-5">
          <Skeleton className="h-5 w-full" />
        </Loading>
      ) : (
        <ul className="px-2 pb-2 sm:px-3 sm:pb-3">
          {unassigned > 0 && (
            <Line href={urgentAddress} icon={<Siren className="text-red-text" />} count={unassigned}>
              {unassigned === 1 ? "urgent order is unassigned" : "urgent orders are unassigned"}
            </Line>
          )}
          {waiting > 0 && (
            <Line href={paths.approvals} icon={<UserRoundCheck className="text-blue-text" />} count={waiting}>
              {waiting === 1 ? "person waits for approval" : "people wait for approval"}
            </Line>
          )}
          {isUnknown && <li className="px-2 py-2 text-ink-soft">What else needs you could not be loaded.</li>}
          {!isUnknown && waiting + unassigned === 0 && (
            <li className="flex items-center gap-2.5 px-2 py-2 text-ink-soft">
              <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
              Nothing waits for you.
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

interface LineProps {
  href: string;
  icon: ReactNode;
  count: number;
  children: string;
}

function Line({ href, icon, count, children }: LineProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-(--control) items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
      >
        <span aria-hidden="true" className="shrink-0 [&_svg]:size-4.5">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="font-semibold tabular-nums">{count.toLocaleString("en-US")}</span> {children}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </li>
  );
}
