import { useState } from "react";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { RotateCcw } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { moveReason, type WorkOrder } from "../contract.ts";
import { useReopenOrder } from "./api.ts";

/**
 * Beside the sign-off of a completed order: reopens it. Renders nothing for users who may not. When somebody else reopens it
 * meanwhile, what is being typed is kept, and becomes a comment.
 */
export function NotFixed({ order }: { order: WorkOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useIsServerReachable();
  return (
    <>
      {order.status === "completed" && order.may.moveTo.includes("open") && (
        <Button icon={<RotateCcw aria-hidden="true" />} disabled={!canWrite} onClick={() => setIsOpen(true)}>
          Not fixed
        </Button>
      )}
      {isOpen && <ReopenDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const reopening = z.object({ reason: moveReason });

function ReopenDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const form = useContractForm(reopening, { reason: "" });
  const draft = useDraft(form, `reopening:${order.id}`);
  const reopen = useReopenOrder(order, draft.dropAnd(onClose));
  return (
    <FormDialog
      title={`Reopen ${workOrderNumber(order.id)}`}
      description="It goes back to Open, and what you write becomes a comment."
      size="sm"
      submitLabel="Reopen"
      busyLabel="Reopening..."
      isBusy={reopen.isPending}
      draft={draft}
      onSubmit={form.handleSubmit(({ reason }) => reopen.mutate(reason))}
      onClose={onClose}
    >
      <Refused error={reopen.error} form={form} />
      <Field label="What is still wrong?" error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} maxLength={4000} rows={3} />
      </Field>
    </FormDialog>
  );
}
