import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { teamWorkOrdersPath } from "#domains/work-orders/paths.ts";
import { EllipsisVertical, Plus } from "#web/icons.ts";
import { Records } from "#web/list/records.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { listTeams, type Team } from "../../contract.ts";
import { describeCoverage, describeInactiveMembers, pluralize } from "../descriptions.ts";
import { useDeleteTeam } from "../mutations.ts";
import { RecordText } from "../record-text.tsx";
import { TeamDialog } from "./team-dialog.tsx";

export function TeamList() {
  const [isAdding, setIsAdding] = useState(false);
  const canWrite = useIsServerReachable();
  const query = useQuery({
    ...endpointQuery(listTeams, {}),
    refetchOnMount: "always",
  });
  return (
    <Section
      title="Teams"
      description="Anyone on a team can take its work orders."
      action={
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" />}
          disabled={!canWrite}
          onClick={() => setIsAdding(true)}
        >
          New Team
        </Button>
      }
    >
      <Records
        query={query}
        noun="teams"
        emptyText="Group people who do the same kind of work. Assign work orders to a team manually or by rule, and anyone on it can take them."
      >
        {(teams) => (
          <ul className="divide-y divide-line border-line border-b">
            {teams.map((team) => (
              <TeamRow key={team.id} team={team} />
            ))}
          </ul>
        )}
      </Records>
      {isAdding && <TeamDialog onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

function TeamRow({ team }: { team: Team }) {
  const { id: userId } = useUser();
  const [openDialog, setOpenDialog] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpenDialog(null);
  const canWrite = useIsServerReachable();
  const remove = useDeleteTeam();
  const { id, name, members, waiting, rules, canEdit } = team;
  const attention = describeInactiveMembers(team);
  return (
    <li className="flex items-start gap-4 px-(--inset) py-3.5">
      <RecordText name={name} attention={attention}>
        <p className="text-ink-soft text-sm wrap-anywhere">
          {describeCoverage(team, userId)} · {members.map(({ fullName }) => fullName).join(", ")}
        </p>
        {waiting > 0 && (
          <p className="text-sm">
            <Link
              href={teamWorkOrdersPath(id)}
              className="thumb text-accent-text underline-offset-4 hover:underline"
            >
              {pluralize(waiting, "work order")} unclaimed
            </Link>
          </p>
        )}
      </RecordText>
      {canEdit && (
        <Menu
          label={`Actions for ${name}`}
          trigger={(props) => (
            <IconButton {...props} label={`Actions for ${name}`} disabled={!canWrite}>
              <EllipsisVertical />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => setOpenDialog("edit")}>Edit</MenuItem>
          <MenuSeparator />
          <MenuItem isDestructive onSelect={() => setOpenDialog("delete")}>
            Delete
          </MenuItem>
        </Menu>
      )}
      {openDialog === "edit" && <TeamDialog team={team} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog === "delete"}
        onClose={close}
        title={`Delete “${name}”?`}
        description={describeDeletion({ waiting, rules })}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() => remove.mutate(team, { onSettled: close })}
      />
    </li>
  );
}

function describeDeletion({ waiting, rules: [rule] }: Pick<Team, "waiting" | "rules">): string {
  if (rule !== undefined)
    return `Rule “${rule}” assigns work orders to this team. Change or delete the rule first.`;
  if (waiting === 0) return "The team has no unclaimed work orders. Its members aren't affected.";
  return `${pluralize(waiting, "unclaimed work order")} will become unassigned.`;
}
