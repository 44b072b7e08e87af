import { useState } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { PropertyDetails, UnitDetails } from "../contract.ts";
import { useDeleteProperty, useDeleteUnit } from "./api.ts";

interface DeleteDialogProps {
  title: string;
  description: string;
  isBusy: boolean;
  refusal: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

function DeleteDialog({ title, description, isBusy, refusal, onConfirm, onClose }: DeleteDialogProps) {
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
      {refusal !== undefined && (
        <p role="alert" className="rounded-control bg-red-soft px-3 py-2 text-red-text">
          {refusal}
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

/** If other records prevent the deletion, the dialog stays open and shows the server's list of them. */
export function DeletePropertyDialog({ property, onClose, onDeleted }: DeletePropertyProps) {
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useDeleteProperty(onDeleted);
  const { id, name, version, type, unitCount } = property;
  const units =
    type === "single" || unitCount === 1 ? "its unit" : unitCount ? `its ${unitCount} units` : undefined;
  return (
    <DeleteDialog
      title={`Delete ${name}?`}
      description={`The property is deleted for everybody${units === undefined ? "" : `, with ${units}`}. This cannot be undone.`}
      isBusy={isPending}
      refusal={refusal}
      onClose={onClose}
      onConfirm={() => mutate({ id, version }, { onError: (error) => setRefusal(userMessageOf(error)) })}
    />
  );
}

interface DeleteUnitProps {
  unit: UnitDetails;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteUnitDialog({ unit, onClose, onDeleted }: DeleteUnitProps) {
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useDeleteUnit(onDeleted);
  return (
    <DeleteDialog
      title={`Delete unit ${unit.unitNumber}?`}
      description={`Unit ${unit.unitNumber} of ${unit.property.name} is deleted for everybody. This cannot be undone.`}
      isBusy={isPending}
      refusal={refusal}
      onClose={onClose}
      onConfirm={() => mutate(unit, { onError: (error) => setRefusal(userMessageOf(error)) })}
    />
  );
}
