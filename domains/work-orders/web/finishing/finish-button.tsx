import { type ComponentProps, Suspense, useState } from "react";
import { CircleCheck } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder } from "../../contract.ts";

const FinishingSheet = lazyPart(() => import("./finishing-sheet.tsx"));

interface FinishButtonProps extends Omit<ComponentProps<typeof Button>, "icon" | "onClick"> {
  order: WorkOrder;
  onFinished?: (() => void) | undefined;
}

/** Opens the sheet that ends the work. */
export function FinishButton({ order, onFinished, variant = "primary", ...buttonProps }: FinishButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        {...buttonProps}
        variant={variant}
        icon={<CircleCheck aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <FinishingSheet order={order} onClose={() => setIsOpen(false)} onFinished={onFinished} />
        </Suspense>
      )}
    </>
  );
}
