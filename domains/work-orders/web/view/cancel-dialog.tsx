import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { useUser } from "#web/session/session.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { cancellationReason, type WorkOrder, type WorkOrderRow } from "../../contract.ts";
import type { useChangeStatus } from "./mutations.ts";

const cancelForm = z.object({ reason: cancellationReason });

interface CancelDialogProps {
  order: WorkOrderRow | WorkOrder;
  change: ReturnType<typeof useChangeStatus>;
  onClose: () => void;
}

/** Asks for the reason, which becomes a comment, and says who will be notified. */
export function CancelDialog({ order, change, onClose }: CancelDialogProps) {
  const user = useUser();
  const form = useContractForm(cancelForm, { reason: "" });
  const draft = useDraft(form, `cancelling:${order.id}`);
  const isTenant = user.role === "tenant";
  return (
    <FormDialog
      title={`Cancel ${workOrderNumber(order.id)}?`}
      description={isTenant ? "You can report the problem again at any time." : null}
      submitLabel="Cancel Work Order"
      busyLabel="Cancelling..."
      cancelLabel="Keep Work Order"
      isBusy={change.isPending}
      draft={draft}
      onSubmit={form.handleSubmit(({ reason }) =>
        change.mutate({ row: order, to: "cancelled", reason }, { onSuccess: draft.clearThen(onClose) }),
      )}
      onClose={onClose}
    >
      <Field
        label="Why is it cancelled?"
        hint={formatRecipients(order, user.id, isTenant)}
        error={form.formState.errors.reason?.message}
        isRequired
      >
        <Textarea {...form.register("reason")} maxLength={4000} rows={3} />
      </Field>
    </FormDialog>
  );
}

interface CancelSeveralDialogProps {
  count: number;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason for cancelling the selected work orders. */
export function CancelSeveralDialog({ count, onSubmit, onClose }: CancelSeveralDialogProps) {
  const form = useContractForm(cancelForm, { reason: "" });
  return (
    <FormDialog
      title={`Cancel ${countRows(count, ["work order", "work orders"])}?`}
      description={null}
      submitLabel={count === 1 ? "Cancel Work Order" : "Cancel Work Orders"}
      cancelLabel={count === 1 ? "Keep Work Order" : "Keep Work Orders"}
      isBusy={false}
      onSubmit={form.handleSubmit(({ reason }) => onSubmit(reason))}
      onClose={onClose}
    >
      <Field
        label="Why are they cancelled?"
        hint="The reason becomes a comment on each work order."
        error={form.formState.errors.reason?.message}
        isRequired
      >
        <Textarea {...form.register("reason")} maxLength={4000} rows={3} />
      </Field>
    </FormDialog>
  );
}

/** Names the people the server notifies of a status change. Tenants don't see who else is watching. */
function formatRecipients(order: WorkOrderRow | WorkOrder, userId: number, isTenant: boolean): string {
  const people = [
    order.assignee,
    ...("createdBy" in order ? [order.createdBy, ...order.watchers] : []),
  ].filter((person) => person !== null && person.id !== userId);
  const names = [...new Set(people.map((person) => person?.fullName))].filter((name) => name !== undefined);
  if (names.length > 0) {
    const recipients = isTenant ? [...names, "anyone watching the work order"] : names;
    return `${listFormat.format(recipients)} will be notified and can read the reason.`;
  }
  return isTenant
    ? "No one is assigned yet. The property manager can read the reason in the work order."
    : "No one else is involved, so no one will be notified. The reason becomes a comment.";
}

const listFormat = new Intl.ListFormat("en-US");
