import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#web/api-client.ts";
import { currentOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { workOrder } from "../contract.ts";
import { type Clash, clashInWords, type WorkStep } from "../work.ts";
import { resolveClash } from "../work-contract.ts";
import { placeOrder, refreshAfterChange } from "./order-cache.ts";
import { clashesQuery } from "./queries.ts";

interface ClashBannerProps {
  clash: Clash;
  order: { id: number; title: string; timeZone: string };
  /** Where the order is not named beside it. */
  children?: ReactNode;
  onChosen?: (() => void) | undefined;
}

const markWords = {
  start: "Mark as started",
  pause: "Mark as paused",
  complete: "Mark as completed",
} as const satisfies Record<WorkStep, string>;

const wordsOfUse = ({ asked: { did, takes }, by }: Clash): string =>
  takes === true ? `Give it to ${by.fullName}` : markWords[did];

/** Two changes that did not know of each other, and the choice between them for whoever may choose. */
export function ClashBanner({ clash, order, children, onChosen }: ClashBannerProps) {
  const { mutate, isPending, variables } = useResolveClash(order.id, clash.id, onChosen);
  const isReachable = useIsServerReachable();
  const of = <span className="sr-only">: {order.title}</span>;
  return (
    <Banner
      kind="warning"
      title={clash.mayUse ? "Changed twice: please choose" : "Changed twice: somebody has to choose"}
      action={
        clash.mayResolve && (
          <div className="flex w-full flex-wrap gap-2 max-sm:*:flex-1 sm:pl-[30px]">
            {clash.mayUse && (
              <Button
                disabled={!isReachable || isPending}
                isBusy={isPending && variables}
                onClick={() => mutate(true)}
              >
                {wordsOfUse(clash)}
                {of}
              </Button>
            )}
            <Button
              disabled={!isReachable || isPending}
              isBusy={isPending && !variables}
              onClick={() => mutate(false)}
            >
              Leave it as it is
              {of}
            </Button>
          </div>
        )
      }
    >
      {children}
      <p>{clashInWords(clash, order.timeZone)}</p>
      {clash.mayResolve && !clash.mayUse && <p>Whoever runs the building can give it to you.</p>}
    </Banner>
  );
}

function useResolveClash(id: number, clashId: number, onChosen: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (use: boolean) => call(resolveClash, { params: { id, clashId }, body: { use } }),
    onSuccess: (order, use) => {
      placeOrder(queryClient, order);
      toast({
        title: use ? "Late Change Used" : "Left as It Is",
        description: "The other change stays in the log.",
      });
      onChosen?.();
    },
    onError: (error) => {
      const current = currentOf(workOrder, error);
      if (current !== undefined) placeOrder(queryClient, current);
      toastFailure(error);
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: clashesQuery.queryKey });
      void refreshAfterChange(queryClient, id);
    },
  });
}
