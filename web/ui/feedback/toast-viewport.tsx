import { Toast } from "radix-ui";
import { useEffect, useLayoutEffect } from "react";
import { CircleAlert, X } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { keepToastsClear } from "#web/ui/feedback/keep-toasts-clear.ts";
import { Tick } from "#web/ui/feedback/tick.tsx";
import { getToastDurationMs, type ShownToast, type ToastQueue } from "#web/ui/feedback/toast-queue.ts";

const swipeThresholdPx = 50;

/** Shows the toast at the bottom, next to the sidebar, or above a phone's tabs and a dialog's buttons. */
export function ToastViewport({ queue, shown: shownToast }: { queue: ToastQueue; shown: ShownToast | null }) {
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={swipeThresholdPx} label="Notification">
      {shownToast !== null && <ToastItem key={shownToast.id} toast={shownToast} queue={queue} />}
      <Toast.Viewport
        hotkey={["F8"]}
        data-toast-viewport=""
        className="pointer-events-none fixed bottom-[max(1.5rem,min(var(--sticky-bar,0px)+1rem,100dvh-9rem))] left-64 z-60 m-0 flex w-104 list-none flex-col outline-none *:pointer-events-auto max-lg:left-6 handheld:right-4 handheld:bottom-[min(max(var(--bottom-bar),var(--sticky-bar,0px))+1rem,100dvh-9rem)] handheld:left-4 handheld:w-auto rail:left-[calc(4.5rem+env(safe-area-inset-left))]"
      />
    </Toast.Provider>
  );
}

function ToastItem({ toast, queue }: { toast: ShownToast; queue: ToastQueue }) {
  useEffect(() => queue.markVisible(toast.id), [queue, toast.id]);
  useLayoutEffect(() => keepToastsClear(() => queue.makeRoom()), [queue]);
  const isDestructive = toast.variant === "destructive";
  return (
    <Toast.Root
      duration={getToastDurationMs(toast)}
      onOpenChange={(open) => !open && queue.close(toast.id)}
      data-variant={toast.variant ?? "default"}
      className={classes(
        "flex animate-toast-in items-start gap-3 rounded-card py-3.5 pr-2 pl-4 shadow-float",
        "data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform",
        "data-[swipe=end]:animate-toast-out",
        isDestructive ? "bg-danger text-white" : "bg-raised text-ink",
      )}
    >
      {isDestructive ? (
        <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
      ) : (
        <Tick className="mt-px size-5" />
      )}
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
        {toast.description !== undefined && (
          <Toast.Description className={isDestructive ? "mt-0.5" : "mt-0.5 text-ink-soft"}>
            {toast.description}
          </Toast.Description>
        )}
      </div>
      {toast.action !== undefined && (
        <Toast.Action asChild altText={toast.action.label}>
          <Button size="sm" onClick={toast.action.onPress}>
            {toast.action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <IconButton
          label="Dismiss"
          className={classes("-my-1.5", isDestructive && "text-white! hover:bg-white/15!")}
        >
          <X />
        </IconButton>
      </Toast.Close>
    </Toast.Root>
  );
}
