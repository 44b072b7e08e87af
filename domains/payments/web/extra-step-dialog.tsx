import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Replaces the page on which a bank asks its customer; closing the dialog refuses the payment. */
export function ExtraStepDialog({ onResponse }: { onResponse: (isApproved: boolean) => void }) {
  return (
    <Dialog
      isOpen
      onClose={() => onResponse(false)}
      size="sm"
      title="Confirm this payment"
      description="Test mode: no money moves"
      footer={
        <>
          <Button onClick={() => onResponse(false)}>Refuse</Button>
          <Button variant="primary" data-autofocus="" onClick={() => onResponse(true)}>
            Approve
          </Button>
        </>
      }
    >
      <p>
        Some banks ask their customers to approve a payment. Approve it to continue, or refuse it to see what
        happens.
      </p>
    </Dialog>
  );
}
