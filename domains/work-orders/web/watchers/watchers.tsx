import { useQuery } from "@tanstack/react-query";
import { Eye, Plus, UserRound, X } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Menu, MenuHeading, MenuItem } from "#web/ui/overlays/menu.tsx";
import type { WorkOrder } from "../../contract.ts";
import { possibleWatchersQuery } from "../queries.ts";
import { useChangeWatcher, useWatchWorkOrder } from "./mutations.ts";

/** The work order's watchers, for staff. */
export function Watchers({ order }: { order: WorkOrder }) {
  const { id: userId } = useUser();
  const change = useChangeWatcher(order.id);
  const otherWatchers = order.watchers.filter(({ id }) => id !== userId);
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      {otherWatchers.length > 0 && (
        <ul aria-label="Watchers" className="flex flex-wrap gap-x-3 gap-y-1">
          {otherWatchers.map((person) => (
            <li key={person.id} className="flex min-h-(--control-sm) items-center gap-1">
              {person.fullName}
              {order.can.changeWatchers && (
                <IconButton
                  label={`Remove ${person.fullName} as a watcher`}
                  className="size-(--control-sm)! [&_svg]:size-4!"
                  onClick={() => change.mutate({ person, isWatching: false })}
                >
                  <X />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {order.can.changeWatchers && <AddWatcherMenu order={order} />}
    </div>
  );
}

/** Starts or stops watching the work order. */
export function WatchButton({ order }: { order: WorkOrder }) {
  const { mutate, isPending } = useWatchWorkOrder(order.id);
  return (
    <IconButton
      label={order.isWatching ? "Watching" : "Watch"}
      aria-pressed={order.isWatching}
      className={classes(order.isWatching && "bg-accent-soft! text-accent-text!")}
      disabled={isPending}
      onClick={() => mutate(!order.isWatching)}
    >
      <Eye aria-hidden="true" />
    </IconButton>
  );
}

function AddWatcherMenu({ order }: { order: WorkOrder }) {
  const canWrite = useIsServerReachable();
  return (
    <Menu
      label="Add a watcher"
      align="start"
      trigger={(props) => (
        <Button
          {...props}
          size="sm"
          variant="link"
          className="-mx-2.5"
          icon={<Plus aria-hidden="true" />}
          disabled={!canWrite}
        >
          Add a watcher
        </Button>
      )}
    >
      <PossibleWatchers order={order} />
    </Menu>
  );
}

function PossibleWatchers({ order }: { order: WorkOrder }) {
  const { id: userId } = useUser();
  const { data, status } = useQuery(possibleWatchersQuery(order.id));
  const change = useChangeWatcher(order.id);
  const people =
    data?.filter(({ id }) => id !== userId && !order.watchers.some((watcher) => watcher.id === id)) ?? [];
  return (
    <>
      <MenuHeading>{getHeading(status, people.length)}</MenuHeading>
      <div className="max-h-72 overflow-y-auto">
        {people.map((person) => (
          <MenuItem
            key={person.id}
            icon={<UserRound aria-hidden="true" />}
            onSelect={() => change.mutate({ person, isWatching: true })}
          >
            {person.role === "tenant" ? `${person.fullName} (tenant)` : person.fullName}
          </MenuItem>
        ))}
      </div>
    </>
  );
}

function getHeading(status: "pending" | "error" | "success", count: number): string {
  if (status === "pending") return "Loading people...";
  if (status === "error") return "Couldn't load people.";
  return count === 0 ? "No one else has access to this work order." : "People who can be notified";
}
