import type { ReactNode } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { ConflictNotice, type Difference } from "#web/ui/conflict-notice.tsx";
import type { DialogProps } from "#web/ui/dialog.tsx";
import { FormDialog, type FormDialogProps } from "#web/ui/form-dialog.tsx";

interface EditDialogProps<Saved extends { version: number }>
  extends Pick<DialogProps, "title" | "titleAside" | "description" | "size" | "onClose">,
    Pick<FormDialogProps, "submitLabel"> {
  /** What one started from. It is state of the user: `const [base, setBase] = useState(record)`. */
  base: Saved;
  setBase: (base: Saved) => void;
  /** The mutation that saves. */
  edit: { error: unknown; isPending: boolean };
  /** The record as somebody else left it: `currentOf(shape, edit.error)`, or what was fetched meanwhile. */
  current: Saved | undefined;
  /** A row for each field, in words; rows that say the same are left out. */
  compare: (theirs: Saved) => readonly Difference[];
  /** Checks what the form holds and sends it with the version of `base`. */
  onSave: (base: Saved) => void;
  /** Puts what the record holds into the form. */
  onTakeTheirs: (theirs: Saved) => void;
  isDisabled?: boolean | undefined;
  /** The fields. */
  children: ReactNode;
}

/**
 * Changes one record. The save names the version one started from; when somebody else was faster (409), both versions
 * are shown, nothing typed is lost, and one of them becomes what one goes on from.
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
