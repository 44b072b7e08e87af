import { useQueries } from "@tanstack/react-query";
import { Link } from "wouter";
import {
  CalendarClock,
  ChevronRight,
  CircleCheck,
  CircleDollarSign,
  CircleDot,
  FileClock,
  Hand,
  HandCoins,
  type LucideIcon,
  MailWarning,
  MailX,
  Siren,
  Timer,
  UserRoundCheck,
} from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { countQuery, type Need, needs } from "./needs.ts";

const looks = {
  pressing: { Icon: Siren, colour: "text-red-text" },
  mails: { Icon: MailX, colour: "text-red-text" },
  approvals: { Icon: UserRoundCheck, colour: "text-blue-text" },
  invitations: { Icon: MailWarning, colour: "text-amber-text" },
  leases: { Icon: CalendarClock, colour: "text-violet-text" },
  documents: { Icon: FileClock, colour: "text-amber-text" },
  payments: { Icon: HandCoins, colour: "text-blue-text" },
  overdue: { Icon: CircleDollarSign, colour: "text-red-text" },
  "own-open": { Icon: CircleDot, colour: "text-blue-text" },
  "own-in-progress": { Icon: Timer, colour: "text-amber-text" },
  nobodys: { Icon: Hand, colour: "text-violet-text" },
} as const satisfies Record<Need["kind"], { Icon: LucideIcon; colour: string }>;

/** The tasks that wait for the person; each line opens the list it counts. */
export function NeedsYou() {
  const { role } = useUser();
  const mine = needs.filter(({ roles }) => roles.includes(role));
  const counts = useQueries({ queries: mine.map(countQuery) });
  const lines = mine.flatMap((need, at) => {
    const count = counts[at]?.data ?? 0;
    return count === 0 ? [] : [{ need, count }];
  });
  const isUnknown = counts.some(({ isError }) => isError);
  return (
    <Card aria-label="Needs you">
      <CardHeader title="Needs you" />
      {counts.some(({ isPending }) => isPending) ? (
        <Loading label="Loading what needs you" className="space-y-4 px-5 pt-1 pb-5">
          <Skeleton className="h-5 w-full" />
        </Loading>
      ) : (
        <ul className="px-2 pb-2 sm:px-3 sm:pb-3">
          {lines.map(({ need, count }) => (
            <Line key={need.kind} need={need} count={count} />
          ))}
          {isUnknown && <li className="px-2 py-2 text-ink-soft">What else needs you could not be loaded.</li>}
          {!isUnknown && lines.length === 0 && (
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

function Line({ need: { kind, address, words }, count }: { need: Need; count: number }) {
  const { Icon, colour } = looks[kind];
  return (
    <li>
      <Link
        href={address}
        className="flex min-h-(--control) items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
      >
        <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${colour}`} />
        <span className="min-w-0 flex-1">
          <span className="font-semibold tabular-nums">{count.toLocaleString("en-US")}</span>{" "}
          {count === 1 ? words.one : words.many}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      </Link>
    </li>
  );
}
