import type { ReactNode } from "react";
import { Check } from "#web/icons.ts";
import { PublicHeader } from "#web/ui/brand.tsx";
import { classes } from "#web/ui/classes.ts";

const steps = ["Organization", "Administrator", "First property", "Done"] as const;
export type StepNumber = 1 | 2 | 3 | 4;

interface SetupFrameProps {
  /** Undefined if it's unknown or there is nothing to set up. */
  step?: StepNumber;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** The frame of a setup step, with the progress. It has no sidebar because no other pages exist yet. */
export function SetupFrame({ step, title, description, children }: SetupFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <title>{`${title} · Property Management Portal`}</title>
      <PublicHeader className="px-5 sm:px-8" />
      <main className="mx-auto w-full max-w-3xl flex-1 px-4 pt-[clamp(0.5rem,4vh,3rem)] pb-12 sm:px-8">
        {step !== undefined && <Progress step={step} />}
        <section className="rounded-card border border-line bg-surface p-5 sm:p-8">
          <h1 className="text-title">{title}</h1>
          {description != null && <p className="mt-1.5 max-w-[70ch] text-ink-soft">{description}</p>}
          <div className="mt-6">{children}</div>
        </section>
      </main>
    </div>
  );
}

function Progress({ step }: { step: StepNumber }) {
  return (
    <ol aria-label="Setup steps" className="mb-5 flex items-center gap-2 sm:gap-3">
      {steps.map((label, at) => {
        const number = at + 1;
        const isPast = number < step || step === 4;
        const isCurrent = number === step;
        return (
          <li
            key={label}
            aria-current={isCurrent ? "step" : undefined}
            className={classes(
              "flex min-w-0 items-center gap-2",
              number < steps.length && "flex-1 after:h-px after:min-w-3 after:flex-1 after:bg-line",
            )}
          >
            <span
              aria-hidden="true"
              className={classes(
                "inline-flex size-7 shrink-0 items-center justify-center rounded-full font-medium text-sm tabular-nums",
                isPast
                  ? "bg-green-soft text-green-text"
                  : isCurrent
                    ? "bg-accent text-accent-ink"
                    : "bg-gray-soft text-gray-text",
              )}
            >
              {isPast ? <Check className="size-4" /> : number}
            </span>
            <span className={classes("truncate max-sm:sr-only", isCurrent ? "font-medium" : "text-ink-soft")}>
              {label}
              <span className="sr-only">{isPast ? ", done" : ""}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
