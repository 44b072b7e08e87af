import type { ReactNode } from "react";
import { ThemeSwitch } from "#web/theme/theme-switch.tsx";
import { Card } from "#web/ui/card.tsx";
import { Logo } from "#web/ui/logo.tsx";

interface CheckoutFrameProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A centred card, for payment pages outside the portal's layout. */
export function CheckoutFrame({ title, description, children }: CheckoutFrameProps) {
  return (
    <div className="min-h-dvh">
      <title>{`${title} · Property Management Portal`}</title>
      <header className="flex items-center gap-2.5 px-4 py-4 sm:px-8 sm:py-5 print:hidden">
        <Logo className="size-7" />
        <span className="min-w-0 flex-1 font-semibold tracking-[-0.011em]">Property Management Portal</span>
        <ThemeSwitch />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-xl px-4 pt-2 pb-12 outline-none sm:pt-8"
      >
        <div className="mb-5 print:hidden">
          <h1 className="text-2xl">{title}</h1>
          <p aria-live="polite" className="mt-1 text-ink-soft">
            {description}
          </p>
        </div>
        <Card className="p-4 sm:p-6 print:border-0 print:p-0">{children}</Card>
      </main>
    </div>
  );
}
