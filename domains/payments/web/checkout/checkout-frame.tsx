import type { ReactNode } from "react";
import { PublicHeader } from "#web/ui/brand.tsx";
import { Lead } from "#web/ui/lead.tsx";

interface CheckoutFrameProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A centered card, for payment pages outside the portal's layout. */
export function CheckoutFrame({ title, description, children }: CheckoutFrameProps) {
  return (
    <div className="min-h-dvh">
      <title>{`${title} · Property Management Portal`}</title>
      <PublicHeader className="px-4 sm:px-8 print:hidden" />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-xl px-4 pt-2 pb-12 outline-none sm:pt-8"
      >
        <div className="mb-5 print:hidden">
          <h1 className="text-title">{title}</h1>
          <p aria-live="polite" className="mt-1 text-ink-soft">
            {description}
          </p>
        </div>
        <Lead className="p-4 sm:p-6 print:border-0 print:p-0">{children}</Lead>
      </main>
    </div>
  );
}
