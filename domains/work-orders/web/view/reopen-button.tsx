import { useState } from "react";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { RotateCcw } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { statusChangeReason, type WorkOrder } from "../../contract.ts";
import { useReopenWorkOrder } from "./mutations.ts";

/**
 * Reopens a completed work order, next to the sign-off. Renders nothing for users who can't. If someone else
 * reopens it first, the typed reason is kept and becomes a comment.
 */
export function ReopenButton({ order }: { order: WorkOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useIsServerReachable();
  return (
    <>
      {order.status === "completed" && order.can.moveTo.includes("open") && (
        <Button icon={<RotateCcw aria-hidden="true" />} disabled={!canWrite} onClick={() => setIsOpen(true)}>
          Not fixed? Reopen
        </Button>
      )}
      {isOpen && <ReopenDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const reopenForm = z.object({ reason: statusChangeReason });

function ReopenDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const form = useContractForm(reopenForm, { reason: "" });
  const draft = useDraft(form, `reopening:${order.id}`);
  const reopen = useReopenWorkOrder(order, draft.clearThen(onClose));
  return (
    <FormDialog
      title={`Reopen ${workOrderNumber(order.id)}`}
      description="The work order goes back to Open and your note is added as a comment."
      submitLabel="Reopen"
      busyLabel="Reopening..."
      isBusy={reopen.isPending}
      draft={draft}
      onSubmit={form.handleSubmit(({ reason }) => reopen.mutate(reason))}
      onClose={onClose}
    >
      <FormError error={reopen.error} form={form} />
      <Field label="What is still wrong?" error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} maxLength={4000} rows={3} />
      </Field>
    </FormDialog>
  );
}
