import type { ReactNode } from "react";
import { PublicHeader } from "#web/ui/brand.tsx";
import { HarborArt } from "#web/ui/harbor-art.tsx";

interface PublicLayoutProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/**
 * A form on the left and an image on the right. Small screens show only the form. There's no sidebar and no
 * top bar.
 */
export function PublicLayout({ title, description, children }: PublicLayoutProps) {
  return (
    <div className="flex min-h-dvh bg-surface">
      <title>{`${title} · Property Management Portal`}</title>
      <div className="flex min-w-0 flex-1 flex-col">
        <PublicHeader className="px-5 sm:px-8" />
        <main className="mx-auto w-full max-w-md flex-1 px-5 pt-[clamp(1rem,7vh,5.5rem)] pb-12 sm:px-8">
          <h1 className="text-title">{title}</h1>
          <p className="mt-1.5 text-ink-soft">{description}</p>
          <div className="mt-7">{children}</div>
        </main>
      </div>
      <div className="sticky top-0 hidden h-dvh flex-1 overflow-hidden bg-[linear-gradient(170deg,oklch(0.34_0.07_245),oklch(0.25_0.06_255)_60%,oklch(0.2_0.05_258))] lg:block dark:bg-[linear-gradient(170deg,oklch(0.27_0.055_248),oklch(0.2_0.04_256)_60%,oklch(0.155_0.03_260))]">
        <HarborArt />
      </div>
    </div>
  );
}
