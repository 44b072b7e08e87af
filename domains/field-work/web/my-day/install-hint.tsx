import * as z from "zod/mini";
import { MonitorDown, X } from "#web/icons.ts";
import { isApplePhone, isInstalled, useInstallApp } from "#web/offline/install-app.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { usePreference } from "#web/use-preference.ts";

const dismissed = z.literal("dismissed");

/**
 * Suggests installing the portal until dismissed or installed: with a button, or with instructions on iOS.
 */
export function InstallHint() {
  const install = useInstallApp();
  const [choice, choose] = usePreference("install-hint", dismissed);
  if (choice !== undefined || isInstalled() || (install === undefined && !isApplePhone())) return null;
  return (
    <div className="mb-4">
      <Banner
        kind="info"
        title="Add My Day to your home screen"
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
          ? "Tap Share, then “Add to Home Screen.” The portal opens straight to My Day, even offline."
          : "The portal opens straight to My Day, even offline."}
      </Banner>
    </div>
  );
}
