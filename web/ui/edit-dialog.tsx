import type { ReactNode } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { ConflictNotice, type Difference } from "#web/ui/conflict-notice.tsx";
import type { DialogProps } from "#web/ui/dialog.tsx";
import { FormDialog, type FormDialogProps } from "#web/ui/form-dialog.tsx";

interface EditDialogProps<Saved extends { version: number }>
  extends Pick<DialogProps, "title" | "titleAside" | "description" | "size" | "isInAddress" | "onClose">,
    Pick<FormDialogProps, "submitLabel" | "draft"> {
  /** The version the edit is based on. It is state of the caller: `const [base, setBase] = useState(record)`. */
  base: Saved;
  setBase: (base: Saved) => void;
  /** The mutation that saves. */
  edit: { error: unknown; isPending: boolean };
  /** The record as somebody else changed it: `currentOf(shape, edit.error)`, or what was fetched meanwhile. */
  current: Saved | undefined;
  /** A row for each field, in words; rows with equal values are left out. */
  compare: (theirs: Saved) => readonly Difference[];
  /** Checks the form's values and sends them with the version of `base`. */
  onSave: (base: Saved) => void;
  /** Fills the form with the record. */
  onTakeTheirs: (theirs: Saved) => void;
  isDisabled?: boolean | undefined;
  /** The fields. */
  children: ReactNode;
}

/**
 * Changes one record. The save sends the version the edit is based on; when somebody else was faster (409), both versions
 * are shown, nothing typed is lost, and the user chooses one of them to continue with.
 */
export function EditDialog<Saved extends { version: number }>({
  base,
  setBase,
  edit,
  current,
  compare,
  onSave,
  onTakeTheirs,
  children,
  ...dialog
}: EditDialogProps<Saved>) {
  const theirs = current?.version === base.version ? undefined : current;
  return (
    <FormDialog {...dialog} isBusy={edit.isPending} onSubmit={() => onSave(base)}>
      {theirs !== undefined && (
        <ConflictNotice
          message={
            edit.error === null ? "Somebody else changed this in the meantime." : userMessageOf(edit.error)
          }
          differences={compare(theirs).filter((row) => row.theirs !== row.yours)}
          isBusy={edit.isPending}
          onTakeTheirs={() => {
            setBase(theirs);
            onTakeTheirs(theirs);
          }}
          onKeepYours={() => {
            setBase(theirs);
            onSave(theirs);
          }}
        />
      )}
      {children}
    </FormDialog>
  );
}
