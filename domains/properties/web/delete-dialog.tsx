import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { PropertyDetails, UnitDetails } from "../contract.ts";
import { useDeleteProperty, useDeleteUnit } from "./mutations.ts";

interface DeleteDialogProps {
  title: string;
  description: string;
  isBusy: boolean;
  error: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

function DeleteDialog({ title, description, isBusy, error, onConfirm, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isBusy}
      isDestructive
      onConfirm={onConfirm}
    >
      {error !== undefined && (
        <p role="alert" className="rounded-control bg-red-soft px-3 py-2 text-red-text">
          {error}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface DeletePropertyProps {
  property: PropertyDetails;
  onClose: () => void;
  onDeleted: () => void;
}

/** If related records prevent the deletion, the dialog stays open and shows the server's list of them. */
export function DeletePropertyDialog({ property, onClose, onDeleted }: DeletePropertyProps) {
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useDeleteProperty(onDeleted);
  const { id, name, version, type, unitCount } = property;
  const description =
    type === "single" || unitCount === 1
      ? "This will delete the property and its unit for everyone. This can't be undone."
      : unitCount
        ? `This will delete the property and its ${unitCount} units for everyone. This can't be undone.`
        : "This will delete the property for everyone. This can't be undone.";
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      description={description}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() => mutate({ id, version }, { onError: (failure) => setError(toUserMessage(failure)) })}
    />
  );
}

interface DeleteUnitProps {
  unit: UnitDetails;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUnitDialog({ unit, onClose, onDeleted }: DeleteUnitProps) {
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useDeleteUnit(onDeleted);
  return (
    <DeleteDialog
      title={`Delete unit ${unit.unitNumber}?`}
      description={`This will delete unit ${unit.unitNumber} at ${unit.property.name} for everyone. This can't be undone.`}
      isBusy={isPending}
      error={error}
      onClose={onClose}
      onConfirm={() => mutate(unit, { onError: (failure) => setError(toUserMessage(failure)) })}
    />
  );
}
