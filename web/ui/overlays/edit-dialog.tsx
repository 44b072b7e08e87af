import type { ReactNode } from "react";
import { toUserMessage } from "#web/api-client.ts";
import { ConflictNotice, type Difference } from "#web/ui/forms/conflict-notice.tsx";
import type { DialogProps } from "#web/ui/overlays/dialog.tsx";
import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";

interface EditDialogProps<Saved extends { version: number }>
  extends Pick<DialogProps, "title" | "titleAside" | "description" | "size" | "isInUrl" | "onClose">,
    Pick<FormDialogProps, "submitLabel" | "draft"> {
  /**
   * The version the edit is based on. The caller owns this state: `const [base, setBase] = useState(record)`.
   */
  base: Saved;
  setBase: (base: Saved) => void;
  /** The mutation that saves the record. */
  edit: { error: unknown; isPending: boolean };
  /** The record with someone else's changes, from `getCurrentRecord(shape, edit.error)` or fetched since. */
  current: Saved | undefined;
  /** Returns both values of each field in readable form. Fields with equal values are hidden. */
  compare: (savedRecord: Saved) => readonly Difference[];
  /** Validates the form's values and sends them with the version of `base`. */
  onSave: (base: Saved) => void;
  /** Fills the form with the other person's version. */
  onKeepSaved: (savedRecord: Saved) => void;
  isDisabled?: boolean;
  /** The fields. */
  children: ReactNode;
}

/**
 * Edits one record. Saving sends the version the edit is based on. If someone else saved first (409), both
 * versions are shown and the user chooses which to keep. No input is lost.
 */
export function EditDialog<Saved extends { version: number }>({
  base,
  setBase,
  edit,
  current,
  compare,
  onSave,
  onKeepSaved,
  children,
  ...dialog
}: EditDialogProps<Saved>) {
  const savedRecord = current?.version === base.version ? undefined : current;
  return (
    <FormDialog {...dialog} isBusy={edit.isPending} onSubmit={() => onSave(base)}>
      {savedRecord !== undefined && (
        <ConflictNotice
          message={
            edit.error === null
              ? "Someone else changed this while you were editing."
              : toUserMessage(edit.error)
          }
          differences={compare(savedRecord).filter((row) => row.savedText !== row.editedText)}
          isBusy={edit.isPending}
          onKeepSaved={() => {
            setBase(savedRecord);
            onKeepSaved(savedRecord);
          }}
          onKeepEdited={() => {
            setBase(savedRecord);
            onSave(savedRecord);
          }}
        />
      )}
      {children}
    </FormDialog>
  );
}
