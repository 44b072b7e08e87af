import { AlertDialog } from "radix-ui";
import { type ReactNode, useContext } from "react";
import { Button } from "#web/ui/button.tsx";
import { InDialogContext, useLayer } from "#web/ui/overlays/layers.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** The button's label while `isBusy`. */
  busyLabel?: string;
  isBusy?: boolean;
  isDestructive?: boolean;
  /** Disables the main button, for example while the effects are loading. */
  isDisabled?: boolean;
  onConfirm: () => void;
  /** Additional content, such as a field for the reason. */
  children?: ReactNode;
}

/**
 * Asks for confirmation before an action that can't be undone. It stays open until its owner closes it, so
 * that a failure is visible. If it's above another dialog, the browser's back button closes only this one.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, confirmLabel, busyLabel, isBusy = false } = props;
  const focus = useReturnFocus();
  const close = () => !isBusy && onClose();
  const isOverDialog = useContext(InDialogContext);
  useLayer(isOpen && isOverDialog, close);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
        <AlertDialog.Content
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.restore}
          data-sticky-bar=""
          className="fixed inset-x-4 bottom-4 z-50 animate-sheet-in max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-sheet bg-raised p-5 shadow-float outline-none sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[30rem] sm:-translate-1/2 sm:animate-rise-in sm:p-6"
        >
          <AlertDialog.Title className="text-lead">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-ink-soft">{description}</AlertDialog.Description>
          {props.children !== undefined && <div className="mt-4">{props.children}</div>}
          <div className="mt-6 flex justify-end gap-2 max-sm:*:flex-1">
            <AlertDialog.Cancel asChild>
              <Button disabled={isBusy}>Cancel</Button>
            </AlertDialog.Cancel>
            <Button
              variant={props.isDestructive === true ? "danger" : "primary"}
              disabled={props.isDisabled}
              isBusy={isBusy}
              busyLabel={busyLabel}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
