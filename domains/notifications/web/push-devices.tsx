import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceOf } from "#domains/accounts/device.ts";
import {
  type PushDevice,
  type PushSettings,
  readPushSettings,
  testPush,
  unsubscribeFromPush,
} from "#domains/notifications/push-contract.ts";
import { subscribedKey, useTurnPushesOn } from "#domains/notifications/web/use-pushes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { call } from "#web/api-client.ts";
import { MonitorSmartphone } from "#web/icons.ts";
import { isSubscribed, type PushState } from "#web/offline/push.ts";
import { endPushes } from "#web/offline/turned-on.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Turning pushes on in this browser, and the devices that get them. */
export function PushDevices({ devices }: Pick<PushSettings, "devices">) {
  const { data: isSubscribedHere } = useQuery({
    queryKey: subscribedKey,
    queryFn: isSubscribed,
    refetchOnMount: "always",
  });
  const { state, turnOn, isBusy } = useTurnPushesOn();
  const canWrite = useIsServerReachable();
  const isOn = state === "granted" && isSubscribedHere === true && devices.some(({ isCurrent }) => isCurrent);
  return (
    <Card>
      <CardHeader
        title="Push"
        description="Notifications on the screen of a device, also while the portal is closed there, until you sign out on it."
      />
      {isSubscribedHere !== undefined && !isOn && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3.5 sm:px-5">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium">On this device</p>
            <p className="max-w-[70ch] text-ink-soft text-sm">{aboutThisDevice(state)}</p>
          </div>
          {(state === "default" || state === "granted") && (
            <Button size="sm" disabled={!canWrite} isBusy={isBusy} onClick={turnOn}>
              Turn on
            </Button>
          )}
        </div>
      )}
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-line border-t" aria-label="Devices that get notifications">
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function aboutThisDevice(state: PushState): string {
  if (state === "denied")
    return "Notifications of this site are blocked. Allow them in the browser, by the icon left of the address, or for an installed app in the settings of the device.";
  if (state === "install-first")
    return "On an iPhone or iPad, first add the portal to the home screen: Share, then Add to Home Screen. Open it from there and turn notifications on.";
  if (state === "unsupported")
    return globalThis.isSecureContext
      ? "This browser does not show notifications of websites."
      : "Browsers show notifications of encrypted addresses only (https).";
  return "Not turned on.";
}

function Device({
  device: { id, userAgent, createdAt, lastSentAt, problem, isCurrent },
}: {
  device: PushDevice;
}) {
  const canWrite = useIsServerReachable();
  const queryClient = useQueryClient();
  const name = deviceOf(userAgent);
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [readPushSettings.path] }),
      queryClient.invalidateQueries({ queryKey: subscribedKey }),
    ]);
  const test = useMutation({
    mutationFn: () => call(testPush, { params: { id } }),
    onSuccess: (answer) =>
      answer.problem === null
        ? toast({ title: "Test Sent", description: `It arrives on ${name} in a moment.` })
        : toast({ title: "Not Sent", description: answer.problem, variant: "destructive" }),
    onError: toastFailure,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: async () => {
      await call(unsubscribeFromPush, { params: { id } });
      if (isCurrent) await endPushes();
    },
    onSuccess: () => toast({ title: "Turned Off", description: `${name} gets no more notifications.` }),
    onError: toastFailure,
    onSettled,
  });
  const which = `${name}, turned on ${formatMoment(createdAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {"turned on "}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {lastSentAt === null ? (
            " · nothing sent yet"
          ) : (
            <>
              {" · last sent "}
              <time dateTime={lastSentAt}>{formatMoment(lastSentAt)}</time>
            </>
          )}
        </p>
        {problem !== null && <p className="text-red-text text-sm">The last one did not arrive. {problem}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`Send a test to ${which}`}
          disabled={!canWrite}
          isBusy={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test
        </Button>
        <Button
          size="sm"
          aria-label={`${isCurrent ? "Turn off" : "Remove"} ${which}`}
          disabled={!canWrite}
          isBusy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {isCurrent ? "Turn off" : "Remove"}
        </Button>
      </div>
    </li>
  );
}
