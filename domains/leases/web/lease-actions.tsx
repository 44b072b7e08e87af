import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import type { Lease } from "../contract.ts";
import { useDeleteLease, useEndLease, useGiveNotice } from "./api.ts";
import { areOrIs, capital, membersOf, peopleInWords, toldWords, unitsInWords } from "./words.ts";

const Activate = lazy(() => import("./activate.tsx").then((module) => ({ default: module.Activate })));

const EditLease = lazy(() => import("./edit-lease.tsx").then((module) => ({ default: module.EditLease })));

const EditCompany = lazy(() =>
  import("./edit-company.tsx").then((module) => ({ default: module.EditCompany })),
);

type Asked = "activate" | "notice" | "end" | "delete" | "edit" | "company";

/** What may be done with a lease now; each asks first and names what follows. */
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
      {asked === "notice" && <Notice lease={lease} onClose={close} />}
      {asked === "end" && <End lease={lease} onClose={close} />}
      {asked === "delete" && <Delete lease={lease} onClose={close} />}
      <Suspense>
        {asked === "activate" && <Activate lease={lease} onClose={close} />}
        {asked === "edit" && <EditLease lease={lease} onClose={close} />}
        {asked === "company" && <EditCompany company={lease.company} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ActionProps {
  lease: Lease;
  onClose: () => void;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Notice({ lease, onClose }: ActionProps) {
  const giveNotice = useGiveNotice();
  const [to, setTo] = useState(lease.to ?? "");
  const [missing, setMissing] = useState<string>();
  const confirm = () => {
    if (to === "") return setMissing("Please enter the last day");
    setMissing(undefined);
    giveNotice.mutate({ lease, value: to }, { onSuccess: onClose, onError: closeUnlessField(onClose) });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Give notice?"
      description={`The lease runs on until its last day and then ends by itself.${toldWords(lease)}`}
      confirmLabel="Give Notice"
      busyLabel="Saving..."
      isBusy={giveNotice.isPending}
      onConfirm={confirm}
    >
      <Field label="Last day" error={missing ?? fieldErrorsOf(giveNotice.error).to} isRequired>
        <Input type="date" min={lease.today} value={to} onChange={(event) => setTo(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

function End({ lease, onClose }: ActionProps) {
  const endLease = useEndLease();
  const [on, setOn] = useState(lease.today);
  const [missing, setMissing] = useState<string>();
  const confirm = () => {
    if (on === "") return setMissing("Please enter the last day");
    setMissing(undefined);
    endLease.mutate({ lease, value: on }, { onSuccess: onClose, onError: closeUnlessField(onClose) });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="End this lease?"
      description={consequenceOfEnd(lease, on)}
      confirmLabel="End Lease"
      busyLabel="Ending..."
      isBusy={endLease.isPending}
      isDestructive
      onConfirm={confirm}
    >
      <Field label="Last day" error={missing ?? fieldErrorsOf(endLease.error).on} isRequired>
        <Input type="date" min={lease.from} value={on} onChange={(event) => setOn(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

function consequenceOfEnd(lease: Lease, on: string): string {
  const count = membersOf(lease);
  const people =
    count === 0
      ? ""
      : ` ${capital(peopleInWords(count))} will be told and then only ${count === 1 ? "reads" : "read"} their own history.`;
  if (on !== "" && on > lease.today)
    return `When ${formatCalendarDay(on)} is over, ${lowered(unitsInWords(lease.units))} ${areOrIs(lease)} vacant.${people}`;
  return `At once: ${lowered(unitsInWords(lease.units))} ${areOrIs(lease)} vacant, and the lease cannot be reopened.${people}`;
}

/** A sentence on the field keeps the question open; anything else was told. */
const closeUnlessField = (onClose: () => void) => (error: unknown) => {
  if (Object.keys(fieldErrorsOf(error)).length === 0) onClose();
};

function Delete({ lease, onClose }: ActionProps) {
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
