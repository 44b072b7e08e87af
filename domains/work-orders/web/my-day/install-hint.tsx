import * as z from "zod/mini";
import { MonitorDown, X } from "#web/icons.ts";
import { useKeptChoice } from "#web/kept-choice.ts";
import { isApplePhone, isInstalled, useInstallApp } from "#web/offline/install-app.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

const dismissed = z.literal("dismissed");

/** Shown until it is dismissed or followed, where the portal can be installed: as a button, or on iOS in words. */
export function InstallHint() {
  const install = useInstallApp();
  const [choice, choose] = useKeptChoice("install-hint", dismissed);
  if (choice !== undefined || isInstalled() || (install === undefined && !isApplePhone())) return null;
  return (
    <div className="mb-4">
      <Banner
        kind="info"
        title="Keep your day on this phone's home screen"
        action={
          <span className="flex gap-2">
            {install !== undefined && (
              <Button size="sm" icon={<MonitorDown aria-hidden="true" />} onClick={install}>
                Install app
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={<X aria-hidden="true" />}
              onClick={() => choose("dismissed")}
            >
              Not now
            </Button>
          </span>
        }
      >
        {install === undefined
          ? "Tap Share, then “Add to Home Screen”. The portal then opens with your day, also without a network."
          : "The portal then opens with your day, also without a network."}
      </Banner>
    </div>
  );
}
