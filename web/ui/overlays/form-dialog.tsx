import { useId } from "react";
import type { Draft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Dialog, type DialogProps } from "#web/ui/overlays/dialog.tsx";

export interface FormDialogProps extends Omit<DialogProps, "isOpen" | "footer"> {
  onSubmit: () => void;
  isBusy: boolean;
  /** The label of the main button, and its label while busy. */
  submitLabel?: string;
  busyLabel?: string;
  cancelLabel?: string;
  isDisabled?: boolean;
  /** The form's draft. A notice above the fields says if it was restored. */
  draft?: Draft;
}

/**
 * A dialog that contains one form, with Cancel and a submit button. Render it only while it's open. Cancel
 * discards the draft. Closing the dialog another way keeps it.
 */
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
          <Button
            className={cancelLabel === "Cancel" ? "handheld:hidden" : undefined}
            onClick={() => {
              draft?.discard();
              dialog.onClose();
            }}
          >
            {cancelLabel}
          </Button>
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
          // Otherwise this would also submit a form around the dialog.
          event.stopPropagation();
          onSubmit();
        }}
      >
        {draft !== undefined && <DraftNotice draft={draft} />}
        {children}
      </form>
    </Dialog>
  );
}
