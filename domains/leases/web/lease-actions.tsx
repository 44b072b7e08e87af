import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { EllipsisVertical } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import type { Lease } from "../contract.ts";
import { useDeleteLease } from "./api.ts";
import { peopleInWords } from "./words.ts";

const Activate = lazyPart(() => import("./activate.tsx").then((module) => ({ default: module.Activate })));

const EditLease = lazyPart(() =>
  import("./edit-lease.tsx").then((module) => ({ default: module.EditLease })),
);

const EditCompany = lazyPart(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

const GiveNotice = lazyPart(() =>
  import("./end-dialogs.tsx").then((module) => ({ default: module.GiveNotice })),
);

const EndLease = lazyPart(() => import("./end-dialogs.tsx").then((module) => ({ default: module.EndLease })));

type Asked = "activate" | "notice" | "end" | "delete" | "edit" | "company";

/** The actions the lease allows now; each asks for confirmation and names its effects. */
export function LeaseActions({ lease }: { lease: Lease }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const canWrite = useIsServerReachable();
  const { may } = lease;
  const close = () => setAsked(null);
  const menu = (
    [
      ["company", "Edit Company", true],
      ["notice", "Give Notice", may.giveNotice],
      ["end", "End Lease", may.end],
      ["delete", "Delete", may.delete],
    ] as const
  ).filter(([, , isOffered]) => isOffered);
  if (!may.edit) return null;
  return (
    <>
      {may.activate && (
        <Button variant="primary" disabled={!canWrite} onClick={() => setAsked("activate")}>
          Activate
        </Button>
      )}
      <Button disabled={!canWrite} onClick={() => setAsked("edit")}>
        Edit
      </Button>
      <Menu
        label="More actions"
        trigger={(props) => (
          <Button {...props} disabled={!canWrite} icon={<EllipsisVertical aria-hidden="true" />}>
            More
          </Button>
        )}
      >
        {menu.map(([name, label]) => (
          <MenuItem key={name} isDestructive={name === "delete"} onSelect={() => setAsked(name)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {asked === "delete" && <Delete lease={lease} onClose={close} />}
      <Suspense>
        {asked === "activate" && <Activate lease={lease} onClose={close} />}
        {asked === "notice" && <GiveNotice lease={lease} onClose={close} />}
        {asked === "end" && <EndLease lease={lease} onClose={close} />}
        {asked === "edit" && <EditLease lease={lease} onClose={close} />}
        {asked === "company" && <EditCompany company={lease.company} onClose={close} />}
      </Suspense>
    </>
  );
}

function Delete({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [, navigate] = useLocation();
  const remove = useDeleteLease(() => navigate(paths.leases, { replace: true }));
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={lease.state === "draft" ? "Delete this draft?" : "Delete this lease?"}
      description={`It has not begun. ${lease.members.length === 0 ? "It" : `It and its list of ${peopleInWords(lease.members.length)}`} will be gone; the audit log keeps what was recorded.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      isDestructive
      onConfirm={() => remove.mutate(lease, { onError: onClose })}
    />
  );
}
