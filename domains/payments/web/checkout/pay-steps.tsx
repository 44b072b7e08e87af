import { classes } from "#web/ui/classes.ts";
import { useStartAtTop } from "#web/ui/page/use-start-at-top.ts";

type PayStep = "Amount" | "How to pay" | "Receipt" | "Reported";

/**
 * The three steps of a payment as a line, with the current one highlighted. A reported payment has no receipt
 * yet.
 */
export function PaySteps({ current }: { current: PayStep }) {
  useStartAtTop(current);
  const steps: PayStep[] = ["Amount", "How to pay", current === "Reported" ? "Reported" : "Receipt"];
  return (
    <ol aria-label="Steps" className="grid grid-cols-3 gap-1.5 text-xs print:hidden">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? "step" : undefined}
          className={step === current ? "font-semibold" : "text-ink-soft"}
        >
          <span
            aria-hidden="true"
            className={classes(
              "mb-1 block h-0.75 rounded-full forced-colors:bg-[CanvasText]",
              step === current ? "bg-lamp" : index < steps.indexOf(current) ? "bg-chart" : "bg-chart-2",
            )}
          />
          {step}
        </li>
      ))}
    </ol>
  );
}
