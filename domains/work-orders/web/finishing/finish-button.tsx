import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, Suspense, useState } from "react";
import { CircleCheck } from "#web/icons.ts";
import { toastError } from "#web/toast-error.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { workOrderQuery } from "../queries.ts";

const FinishingSheet = lazyPart(() => import("./finishing-sheet.tsx"));

interface FinishButtonProps extends Omit<ComponentProps<typeof Button>, "icon" | "onClick"> {
  /** A row of a list, whose work order is loaded first, or a loaded work order. */
  order: WorkOrder | WorkOrderRow;
  onFinished?: (() => void) | undefined;
}

/** Opens the sheet for finishing the work order. */
export function FinishButton({ order, onFinished, variant = "primary", ...buttonProps }: FinishButtonProps) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<"closed" | "loading" | "open">("closed");
  const query = workOrderQuery(order.id);
  const loadedOrder = useQuery({ ...query, enabled: state === "open" && !("can" in order) }).data;
  const fullOrder = "can" in order ? order : loadedOrder;
  const openSheet = async () => {
    setState("loading");
    try {
      if (!("can" in order)) await queryClient.fetchQuery(query);
      setState("open");
    } catch (error) {
      setState("closed");
      toastError(error);
    }
  };
  return (
    <>
      <Button
        {...buttonProps}
        variant={variant}
        icon={<CircleCheck aria-hidden="true" />}
        isBusy={state === "loading"}
        onClick={() => void openSheet()}
      />
      {state === "open" && fullOrder !== undefined && (
        <Suspense>
          <FinishingSheet order={fullOrder} onClose={() => setState("closed")} onFinished={onFinished} />
        </Suspense>
      )}
    </>
  );
}
