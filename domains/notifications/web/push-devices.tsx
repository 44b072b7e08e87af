import { useQuery } from "@tanstack/react-query";
import { describeDevice } from "#domains/accounts/device.ts";
import type { PushDevice, PushSettings } from "#domains/notifications/push-contract.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { MonitorSmartphone } from "#web/icons.ts";
import { isSubscribed, type PushState } from "#web/offline/push.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useTestPush, useTurnOffPush, useTurnOnPush } from "./push-mutations.ts";
import { notificationKeys } from "./query-keys.ts";

/** Turns on push in this browser and lists the devices that get pushes. */
export function PushDevices({ devices }: Pick<PushSettings, "devices">) {
  const { data: isSubscribedHere } = useQuery({
    queryKey: notificationKeys.subscribed,
    queryFn: isSubscribed,
    refetchOnMount: "always",
  });
  const { state, turnOn, isBusy } = useTurnOnPush();
  const canWrite = useIsServerReachable();
  const isOn = state === "granted" && isSubscribedHere === true && devices.some(({ isCurrent }) => isCurrent);
  return (
    <Section
      title="Push"
      description="Get notifications on a device even when the portal is closed, until you sign out there."
    >
      {isSubscribedHere !== undefined && !isOn && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--inset) py-3.5">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium">On this device</p>
            <p className="max-w-[70ch] text-ink-soft text-sm">{describeThisDevice(state)}</p>
          </div>
          {(state === "default" || state === "granted") && (
            <Button size="sm" disabled={!canWrite} isBusy={isBusy} onClick={turnOn}>
              Turn on
            </Button>
          )}
        </div>
      )}
      {devices.length > 0 && (
        <ul
          className="divide-y divide-line border-line border-b"
          aria-label="Devices receiving notifications"
        >
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function describeThisDevice(state: PushState): string {
  if (state === "denied")
    return "Notifications are blocked for this site. Allow them in your browser's site settings, or in your device's settings if you installed the app.";
  if (state === "install-first")
    return "On iPhone or iPad, first add the portal to your home screen (Share, then Add to Home Screen). Open it from there, then turn on notifications.";
  if (state === "unsupported")
    return globalThis.isSecureContext
      ? "This browser doesn't support web notifications."
      : "Notifications require a secure (https) address.";
  return "Not turned on.";
}

function Device({ device }: { device: PushDevice }) {
  const { userAgent, createdAt, lastSentAt, problem, isCurrent } = device;
  const canWrite = useIsServerReachable();
  const name = describeDevice(userAgent);
  const testDevice = useTestPush(device);
  const turnOffDevice = useTurnOffPush(device);
  const nameAndDate = `${name}, turned on ${formatMoment(createdAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--inset) py-3.5">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {"Turned on "}
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
        {problem !== null && (
          <p className="text-red-text text-sm">The last notification didn't arrive. {problem}</p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`Send a test to ${nameAndDate}`}
          disabled={!canWrite}
          isBusy={testDevice.isPending}
          onClick={() => testDevice.mutate()}
        >
          Send a test
        </Button>
        <Button
          size="sm"
          aria-label={`${isCurrent ? "Turn off" : "Remove"} ${nameAndDate}`}
          disabled={!canWrite}
          isBusy={turnOffDevice.isPending}
          onClick={() => turnOffDevice.mutate()}
        >
          {isCurrent ? "Turn off" : "Remove"}
        </Button>
      </div>
    </li>
  );
}
