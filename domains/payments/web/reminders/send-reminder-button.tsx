import { Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";

const ReminderDialog = lazyPart(() =>
  import("./reminder-dialog.tsx").then((module) => ({ default: module.ReminderDialog })),
);

interface SendReminderButtonProps {
  leaseId: number;
  company: string;
  variant?: "primary" | undefined;
}

/** Opens the dialog that reminds the contacts of a lease with an overdue balance. */
export function SendReminderButton({ leaseId, company, variant }: SendReminderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setIsOpen(true)}>
        Send Reminder
        <span className="sr-only">{` to ${company}`}</span>
      </Button>
      <Suspense>
        {isOpen && <ReminderDialog leaseId={leaseId} company={company} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
