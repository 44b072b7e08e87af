import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { EllipsisVertical, Plus, TriangleAlert, Users } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { listTeams, type Team } from "../contract.ts";
import { useDeleteTeam } from "./dispatch-changes.ts";
import { TeamDialog } from "./team-dialog.tsx";
import { awayInWords, counted, reachInWords } from "./words.ts";

export function TeamList() {
  const [isAdding, setAdding] = useState(false);
  const canWrite = useIsServerReachable();
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listTeams, {}),
    refetchOnMount: "always",
  });
  return (
    <Card aria-label="Teams">
      <CardHeader
        title="Teams"
        description="Whoever of a team is free takes its work orders."
        action={
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={() => setAdding(true)}
          >
            New team
          </Button>
        }
      />
      {data === undefined &&
        (error === null ? (
          <SkeletonRows count={2} />
        ) : (
          <ErrorState
            title="The teams could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ))}
      {data?.length === 0 && (
        <EmptyState icon={<Users />} title="No team yet">
          Put people who do the same work into a team. Orders can be given to it by hand or by a rule, and any
          of them may take one.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.map((team) => (
            <Row key={team.id} team={team} />
          ))}
        </ul>
      )}
      {isAdding && <TeamDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Row({ team }: { team: Team }) {
  const { id: userId } = useUser();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const canWrite = useIsServerReachable();
  const remove = useDeleteTeam();
  const { id, name, members, waiting, rules, mayEdit } = team;
  const away = awayInWords(team);
  return (
    <li className="flex items-start gap-4 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {away !== undefined && <Badge tone="amber">Needs attention</Badge>}
        </p>
        <p className="text-ink-soft text-sm wrap-anywhere">
          {reachInWords(team, userId)} · {members.map(({ fullName }) => fullName).join(", ")}
        </p>
        {waiting > 0 && (
          <p className="text-sm">
            <Link
              href={paths.ordersOfTeam(id)}
              className="thumb text-accent-text underline-offset-4 hover:underline"
            >
              {counted(waiting, "order")} to be taken
            </Link>
          </p>
        )}
        {away !== undefined && (
          <p className="mt-1 flex gap-1.5 text-amber-text text-sm">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{away}</span>
          </p>
        )}
      </div>
      {mayEdit && (
        <Menu
          label={`Actions for ${name}`}
          trigger={(props) => (
            <IconButton {...props} label={`Actions for ${name}`} disabled={!canWrite}>
              <EllipsisVertical />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => setOpen("edit")}>Change</MenuItem>
          <MenuSeparator />
          <MenuItem isDestructive onSelect={() => setOpen("delete")}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {open === "edit" && <TeamDialog team={team} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={`Delete “${name}”?`}
        description={whatHappens({ waiting, rules })}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() => remove.mutate(team, { onSettled: close })}
      />
    </li>
  );
}

function whatHappens({ waiting, rules: [rule] }: Pick<Team, "waiting" | "rules">): string {
  if (rule !== undefined)
    return `The rule “${rule}” gives orders to this team. Please change or delete the rule first.`;
  if (waiting === 0) return "Its people stay as they are. No order waits to be taken by it.";
  return `${counted(waiting, "order it was to take is", "orders it was to take are")} unassigned then.`;
}
