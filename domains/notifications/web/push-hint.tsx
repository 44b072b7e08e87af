import * as z from "zod/mini";
import { useTurnOnPush } from "#domains/notifications/web/push-mutations.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { usePreference } from "#web/use-preference.ts";

/** Offers to turn on push on this device, until the user answers and while the browser can still ask. */
export function PushHint() {
  const { state, turnOn, isBusy } = useTurnOnPush();
  const [isDismissed, setIsDismissed] = usePreference("push-hint", z.boolean());
  const canWrite = useIsServerReachable();
  if (!canWrite || (state !== "default" && !isBusy) || isDismissed === true) return null;
  return (
    <Banner
      kind="info"
      title="Get notified about new work"
      action={
        <div className="flex gap-2">
          <Button size="sm" isBusy={isBusy} onClick={turnOn}>
            Turn on
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setIsDismissed(true)}>
            Not now
          </Button>
        </div>
      }
    >
      Get a notification on this device when a work order is assigned to you or is urgent. You can choose
      topics and quiet hours in notification settings.
    </Banner>
  );
}
