import { useEffect, useState } from "react";
import { ApiError } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";

interface SendAgainProps {
  label: string;
  /** Asks for another mail and gives what was said. */
  send: () => Promise<string>;
  /** The words for a failure. */
  say: (error: unknown) => string;
}

/** How long is waited after a refusal that does not say so. */
const usualWaitSeconds = 60;

/** Asks for another mail. When it has been asked too often the button rests for as long as the server says. */
export function SendAgain({ label, send, say }: SendAgainProps) {
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
        setRefused({ sentence: say(error), seconds: error.retryAfterSeconds ?? usualWaitSeconds });
      else toast({ title: "Not Sent", description: say(error), variant: "destructive" });
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
