import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { PublicHeader } from "#web/ui/page/brand.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { PaySteps } from "./pay-steps.tsx";

interface CheckoutFrameProps {
  title: string;
  description: ReactNode;
  step?: ComponentProps<typeof PaySteps>["current"];
  /** Above the content on phones, and on its right on wider screens. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A payment page outside the portal's layout. */
export function CheckoutFrame({ title, description, step, aside, children }: CheckoutFrameProps) {
  return (
    <div className="min-h-dvh [--bottom-bar:0px]">
      <title>{`${title} · Property Management Portal`}</title>
      <PublicHeader className="px-4 sm:px-8 print:hidden" />
      <main
        id="content"
        tabIndex={-1}
        className={classes(
          "mx-auto w-full px-4 pt-2 pb-12 outline-none sm:pt-6",
          aside == null ? "max-w-2xl" : "max-w-5xl",
        )}
      >
        <div className="mb-5 print:hidden">
          {step !== undefined && <PaySteps current={step} />}
          <h1 className="mt-4 text-title">{title}</h1>
          <p aria-live="polite" className="text-ink-soft">
            {description}
          </p>
        </div>
        <div
          className={classes(
            "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
            aside != null && "lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-8",
          )}
        >
          {aside != null && <div className="lg:sticky lg:top-6 lg:order-last">{aside}</div>}
          <Lead className="px-(--inset) pt-4 pb-4 print:border-0 print:p-0 has-[form]:pb-0">{children}</Lead>
        </div>
      </main>
    </div>
  );
}
