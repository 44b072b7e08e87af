import { Toast } from "radix-ui";
import { useEffect } from "react";
import { CircleAlert, CircleCheck, X } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import type { ShownToast, ToastQueue } from "#web/ui/toast-queue.ts";

const defaultDurationMs = 5000;
const swipeThresholdPx = 50;

/**
 * The toast at the top, below the bar and the headers of dialogs, because the buttons that send and close are
 * at the bottom or on the right.
 */
export function ToastViewport({ queue, shown }: { queue: ToastQueue; shown: ShownToast | null }) {
  return (
    <Toast.Provider
      duration={defaultDurationMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      label="Notification"
    >
      {shown !== null && <ToastItem key={shown.id} toast={shown} queue={queue} />}
      <Toast.Viewport
        hotkey={["F8"]}
        data-toast-viewport=""
        className="pointer-events-none fixed inset-x-0 top-14 z-60 m-0 mx-auto flex w-full list-none flex-col px-4 py-2 outline-none *:pointer-events-auto sm:w-104"
      />
    </Toast.Provider>
  );
}

function ToastItem({ toast, queue }: { toast: ShownToast; queue: ToastQueue }) {
  useEffect(() => queue.drawn(toast.id), [queue, toast.id]);
  const isDestructive = toast.variant === "destructive";
  return (
    <Toast.Root
      duration={toast.durationMs ?? defaultDurationMs}
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
        <CircleCheck aria-hidden="true" className="mt-px size-5 shrink-0 text-green-dot" />
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
          className={classes("-my-1.5", isDestructive && "text-white! hover:bg-[oklch(1_0_0/0.15)]!")}
        >
          <X />
        </IconButton>
      </Toast.Close>
    </Toast.Root>
  );
}
