import { useId } from "react";
import type { Draft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, type DialogProps } from "#web/ui/dialog.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";

export interface FormDialogProps extends Omit<DialogProps, "isOpen" | "footer"> {
  onSubmit: () => void;
  isBusy: boolean;
  /** The label of the main button, and its label while busy. */
  submitLabel?: string | undefined;
  busyLabel?: string | undefined;
  cancelLabel?: string | undefined;
  isDisabled?: boolean | undefined;
  /** What was typed before and kept; said above the fields. */
  draft?: Draft | undefined;
}

/** A dialog that is one form, with Cancel and the button that sends it; draw it while it is open. */
export function FormDialog({
  onSubmit,
  isBusy,
  submitLabel = "Save Changes",
  busyLabel = "Saving...",
  cancelLabel = "Cancel",
  isDisabled,
  draft,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      isOpen
      footer={
        <>
          <Button onClick={dialog.onClose}>{cancelLabel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isDisabled}
            isBusy={isBusy}
            busyLabel={busyLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {draft !== undefined && <DraftKept draft={draft} />}
        {children}
      </form>
    </Dialog>
  );
}
