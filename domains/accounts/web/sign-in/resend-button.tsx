import { useEffect, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";

interface ResendButtonProps {
  label: string;
  /** Requests another email. Resolves to the message of the response. */
  onResend: () => Promise<string>;
  toErrorMessage: (error: unknown) => string;
}

/** The wait after a rejection without a `Retry-After` header. */
const defaultWaitSeconds = 60;

/**
 * Requests another email. After too many requests, the button is disabled until the server accepts another.
 */
export function ResendButton({ label, onResend, toErrorMessage }: ResendButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [rejection, setRejection] = useState<{ message: string; seconds: number }>();
  useEffect(() => {
    if (rejection === undefined) return undefined;
    const timer = setTimeout(() => setRejection(undefined), rejection.seconds * 1000);
    return () => clearTimeout(timer);
  }, [rejection]);

  const resend = async () => {
    setIsBusy(true);
    try {
      toast({ title: "Resent", description: await onResend() });
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        setRejection({
          message: toErrorMessage(error),
          seconds: error.retryAfterSeconds ?? defaultWaitSeconds,
        });
      else toast({ title: "Not Sent", description: toErrorMessage(error), variant: "destructive" });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="space-y-3">
      {rejection !== undefined && <Banner kind="warning" title={rejection.message} />}
      <Button
        isWide
        size="lg"
        disabled={rejection !== undefined}
        isBusy={isBusy}
        busyLabel="Sending..."
        onClick={resend}
      >
        {label}
      </Button>
    </div>
  );
}
