import * as z from "zod/mini";
import { useTurnPushesOn } from "#domains/notifications/web/use-pushes.ts";
import { useKeptChoice } from "#web/kept-choice.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** Offers pushes on this device, as long as the browser would ask and until the person answers, once. */
export function PushHint() {
  const { state, turnOn, isBusy } = useTurnPushesOn();
  const [isAnswered, answer] = useKeptChoice("push-hint", z.boolean());
  const canWrite = useIsServerReachable();
  if (!canWrite || (state !== "default" && !isBusy) || isAnswered === true) return null;
  return (
    <Banner
      kind="info"
      title="Hear at once of new work"
      action={
        <div className="flex gap-2">
          <Button size="sm" isBusy={isBusy} onClick={turnOn}>
            Turn on
          </Button>
          <Button size="sm" variant="ghost" onClick={() => answer(true)}>
            Not now
          </Button>
        </div>
      }
    >
      This device shows a notification when an order is assigned to you or is urgent. Choose of what, and
      quiet hours, in your notification settings.
    </Banner>
  );
}
