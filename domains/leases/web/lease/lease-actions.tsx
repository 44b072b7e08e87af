import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { addMonths } from "#shared/calendar.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { Lease } from "../../contract.ts";
import { leasesPath, renewLeasePath } from "../../paths.ts";
import { formatPeople } from "../format.ts";
import { useDeleteLease } from "../mutations.ts";

const Activate = lazyPart(() =>
  import("./activate-lease-dialog.tsx").then((module) => ({ default: module.ActivateLeaseDialog })),
);

const EditLease = lazyPart(() =>
  import("./edit-lease.tsx").then((module) => ({ default: module.EditLeaseDialog })),
);

const EditCompany = lazyPart(() =>
  import("../companies/edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

const RecordNotice = lazyPart(() =>
  import("./end-dialogs.tsx").then((module) => ({ default: module.RecordNoticeDialog })),
);

const WithdrawNotice = lazyPart(() =>
  import("./end-dialogs.tsx").then((module) => ({ default: module.WithdrawNoticeDialog })),
);

const EndLease = lazyPart(() =>
  import("./end-dialogs.tsx").then((module) => ({ default: module.EndLeaseDialog })),
);

const MoveOut = lazyPart(() =>
  import("./move-out-sheet.tsx").then((module) => ({ default: module.MoveOutSheet })),
);

type DialogName = "activate" | "moveOut" | "notice" | "withdraw" | "end" | "delete" | "edit" | "company";

/** A lease that ends within this time has a button to renew it. */
const monthsToRenew = 6;

/** The actions that the lease allows now. Each one asks for confirmation and describes its effects. */
export function LeaseActions({ lease }: { lease: Lease }) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const canWrite = useIsServerReachable();
  const canCorrect = useCan("ledger.correct");
  const { can } = lease;
  const isEnding = lease.state === "notice" || lease.state === "ended";
  const [, navigate] = useLocation();
  const renew = () => navigate(renewLeasePath(lease.id));
  const endsSoon = lease.to !== null && lease.to <= addMonths(lease.today, monthsToRenew);
  const close = () => setDialog(null);
  useOpenFormLink(() => can.edit && canWrite && setDialog("edit"), openEditState);
  const menuItems = (
    [
      ["renew", "Renew", can.renew && !endsSoon],
      ["company", "Edit Company", true],
      ["moveOut", "Move Out", canCorrect && can.end && !isEnding],
      ["notice", "Record Notice", can.giveNotice],
      ["withdraw", "Withdraw Notice", can.withdrawNotice],
      ["end", "End Lease", can.end],
      ["delete", "Delete", can.delete],
    ] as const
  ).filter(([, , isAvailable]) => isAvailable);
  const moveOut = dialog === "moveOut" && <MoveOut lease={lease} onClose={close} />;
  const moveOutButton = canCorrect && isEnding && (
    <Button disabled={!canWrite} onClick={() => setDialog("moveOut")}>
      Move Out
    </Button>
  );
  if (!can.edit)
    return (
      <>
        {moveOutButton}
        <Suspense>{moveOut}</Suspense>
      </>
    );
  return (
    <>
      {moveOutButton}
      {can.activate && (
        <Button variant="primary" disabled={!canWrite} onClick={() => setDialog("activate")}>
          Activate
        </Button>
      )}
      {can.renew && endsSoon && (
        <Button disabled={!canWrite} onClick={renew}>
          Renew
        </Button>
      )}
      <Button disabled={!canWrite} onClick={() => setDialog("edit")}>
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
        {menuItems.map(([name, label]) => (
          <MenuItem
            key={name}
            isDestructive={name === "delete"}
            onSelect={() => (name === "renew" ? renew() : setDialog(name))}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      {dialog === "delete" && <DeleteLeaseDialog lease={lease} onClose={close} />}
      <Suspense>
        {dialog === "activate" && <Activate lease={lease} onClose={close} />}
        {moveOut}
        {dialog === "notice" && <RecordNotice lease={lease} onClose={close} />}
        {dialog === "withdraw" && <WithdrawNotice lease={lease} onClose={close} />}
        {dialog === "end" && <EndLease lease={lease} onClose={close} />}
        {dialog === "edit" && <EditLease lease={lease} onClose={close} />}
        {dialog === "company" && <EditCompany company={lease.company} onClose={close} />}
      </Suspense>
    </>
  );
}

function DeleteLeaseDialog({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const [, navigate] = useLocation();
  const deleteLease = useDeleteLease(() => navigate(leasesPath, { replace: true }));
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={lease.state === "draft" ? "Delete this draft?" : "Delete this lease?"}
      description={
        lease.members.length === 0
          ? "This lease hasn't started. It will be deleted, but the audit log keeps a record."
          : `This lease hasn't started. It and its list of ${formatPeople(lease.members.length)} will be deleted, but the audit log keeps a record.`
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={deleteLease.isPending}
      isDestructive
      onConfirm={() => deleteLease.mutate(lease, { onError: onClose })}
    />
  );
}
