import { useEffect, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

interface SendAgainProps {
  label: string;
  /** Requests another mail; resolves to the message of the response. */
  send: () => Promise<string>;
  /** The message for an error. */
  messageOf: (error: unknown) => string;
}

/** The pause after a refusal without a `Retry-After`. */
const defaultWaitSeconds = 60;

/** Requests another mail. After too many requests the button is disabled until the time the server named. */
export function SendAgain({ label, send, messageOf }: SendAgainProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<{ sentence: string; seconds: number }>();
  useEffect(() => {
    if (refused === undefined) return undefined;
    const timer = setTimeout(() => setRefused(undefined), refused.seconds * 1000);
    return () => clearTimeout(timer);
  }, [refused]);

  const press = async () => {
    setIsBusy(true);
    try {
      toast({ title: "Sent Again", description: await send() });
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        setRefused({ sentence: messageOf(error), seconds: error.retryAfterSeconds ?? defaultWaitSeconds });
      else toast({ title: "Not Sent", description: messageOf(error), variant: "destructive" });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="space-y-3">
      {refused !== undefined && <Banner kind="warning" title={refused.sentence} />}
      <Button
        isWide
        size="lg"
        disabled={refused !== undefined}
        isBusy={isBusy}
        busyLabel="Sending..."
        onClick={press}
      >
        {label}
      </Button>
    </div>
  );
}
