import { useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { toUserMessage } from "#web/api-client.ts";
import { Undo2 } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { readImport } from "../contract.ts";
import type { ImportKindName } from "../import-kinds.ts";
import { useUndoImport } from "./mutations.ts";

type FileImportDetails = ResponseOf<typeof readImport>;

const deletion = "You can undo the import only if none of them have been changed or used since.";
const leaseDeletion =
  "You can undo the import only if none of them have been changed or used since, and the leases have no ledger entries.";

/** The consequences of undoing an import, and its condition. */
const effects = {
  "rent-roll": `The properties, suites, companies, and leases from this import will be deleted. ${leaseDeletion}`,
  properties: `The properties from this import will be deleted. ${deletion}`,
  units: `The units from this import will be deleted. ${deletion}`,
  leases: `The leases and companies from this import will be deleted. ${leaseDeletion}`,
  "opening-balances":
    "The charges and credits from this import will be reversed in the ledger. You can undo the import only if no payment or other credit has been applied to them.",
  bills: `The bills from this import and the vendors it added will be deleted. ${deletion}`,
  budgets:
    "The amounts from this import will be removed from their budgets. You can undo the import only if the budgets haven't been saved since.",
  "recovery-history":
    "The amounts from this import will be removed from their leases. You can undo the import only if none of them have been changed since, and no reconciliation was issued with them.",
  vendors: `The vendors from this import will be deleted. ${deletion}`,
  people:
    "The invitations from this import will be withdrawn. You can undo the import only if no one has accepted their invitation.",
} as const satisfies Record<ImportKindName, string>;

/** Undoes a finished import after confirmation. */
export function UndoImport({ id, kind, hasLedgerEntries }: FileImportDetails) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useUndoImport(id, () => setIsOpen(false));
  if (hasLedgerEntries)
    return (
      <p>
        Its leases have ledger entries, so this import can't be undone. Correct or end the leases instead.
      </p>
    );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Undo2 aria-hidden="true" />
        Undo Import
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => {
          reset();
          setIsOpen(false);
        }}
        title="Undo this import?"
        description={effects[kind]}
        confirmLabel="Undo Import"
        busyLabel="Undoing..."
        isBusy={isPending}
        isDestructive
        onConfirm={() => mutate()}
      >
        {error === null ? undefined : <Banner kind="danger" title={toUserMessage(error)} />}
      </ConfirmDialog>
    </>
  );
}
