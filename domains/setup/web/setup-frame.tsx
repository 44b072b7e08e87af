import type { ReactNode } from "react";
import { Check } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";

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
export const SetupFrame = ({ step, title, description, children }: SetupFrameProps) => (
  <PublicLayout
    isWide
    title={title}
    description={description}
    topContent={step !== undefined && <Progress step={step} />}
  >
    {children}
  </PublicLayout>
);

function Progress({ step }: { step: StepNumber }) {
  return (
    <ol aria-label="Setup steps" className="mb-5 flex items-center gap-2 sm:gap-3">
      {steps.map((label, index) => {
        const number = index + 1;
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
